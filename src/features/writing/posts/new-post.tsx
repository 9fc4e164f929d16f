import { showToast } from '#ui/toasts.ts'
import { sessionUserId } from '#web/session.ts'
import { Composer } from './composer.tsx'
import { useCreatePost } from './posts.hooks.ts'

/** The composer above the feed. */
export function NewPost() {
  const create = useCreatePost()
  const userId = sessionUserId()
  return (
    <Composer
      key={userId}
      draftKey={`post-draft:${userId}`}
      words={{ submit: 'Post', pending: 'Posting...', failure: 'Failed to publish post. Please try again.' }}
      onSubmit={async (draft) => {
        await create.mutateAsync(draft)
        showToast({
          title: 'Success',
          description: 'Your post has been published successfully!',
          variant: 'success',
        })
      }}
    />
  )
}
