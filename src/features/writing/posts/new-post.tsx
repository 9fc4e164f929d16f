import { useEffect } from 'react'
import { t } from '#messages/messages.ts'
import { showToast } from '#ui/toasts.ts'
import { focusComposer, newPostHash } from '#web/focus-composer.ts'
import { sessionUserId } from '#web/session.ts'
import { Composer } from './composer.tsx'
import { newPostDraftKey } from './draft.hooks.ts'
import { useCreatePost } from './posts.hooks.ts'
import { consumeChosenPictures } from './shared-form.hooks.ts'

/** The composer above the feed. */
export function NewPost() {
  const create = useCreatePost()
  const userId = sessionUserId()
  useEffect(() => {
    if (location.hash !== newPostHash) return
    focusComposer()
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return (
    <Composer
      key={userId}
      draftKey={newPostDraftKey(userId)}
      consumePictures={consumeChosenPictures}
      words={{ submit: t('Post'), pending: t('Posting...'), failure: t('Failed to publish post. Please try again.') }}
      onSubmit={async (draft) => {
        await create.mutateAsync(draft)
        showToast({
          title: t('Success'),
          description: t('Your post has been published successfully!'),
          variant: 'success',
        })
      }}
    />
  )
}
