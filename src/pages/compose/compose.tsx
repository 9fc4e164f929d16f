import './compose.css'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { useFeedPath } from '#features/discovery/site/site.hooks.ts'
import { addToDraft, hasOtherDraft, newPostDraftKey } from '#features/writing/posts/draft.hooks.ts'
import type { composeAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { choosePictures, type Shared, useShared } from '#features/writing/posts/shared-form.hooks.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { newPostHash } from '#web/focus-composer.ts'
import { removeSharedForm } from '#web/offline/shared-forms.ts'
import { sessionUserId } from '#web/session.ts'
import type { PageView } from '../page.ts'
import { SharedPictures } from './shared-pictures.tsx'

export const composeView: PageView<typeof composeAddress> = {
  View: Compose,
  head: () => ({ title: t('New post'), noindex: true }),
}

/** Opens the composer with what another app shares. */
function Compose() {
  const shared = useShared(useSearch())
  return shared ? <SharedContent shared={shared} /> : <PageSkeleton />
}

type Content = Pick<Shared, 'text' | 'pictures'>
const nothing: Content = { text: '', pictures: [] }

/** Asks before adding the text to a draft, or uploading pictures, because any site can send both. */
function SharedContent({ shared }: { shared: Shared }) {
  const [hasDraft] = useState(() => hasOtherDraft(newPostDraftKey(sessionUserId()), shared.text))
  const { pictures, rejected, text } = shared
  const hasPictures = pictures.length + rejected.length > 0
  const isRejected = text === '' && pictures.length === 0 && hasPictures
  const isQuestion = hasPictures || (hasDraft && text !== '')
  const open = useOpenComposer(shared)
  useEffect(() => {
    if (!isQuestion) open(shared)
  }, [isQuestion, open, shared])
  if (!isQuestion) return <PageSkeleton />
  if (isRejected) {
    return (
      <div className="page page-narrow stack">
        <PageHead title={t('These pictures cannot be added')} />
        <SharedPictures pictures={pictures} rejected={rejected} />
        <div className="row">
          <Button variant="primary" onClick={() => open(nothing)}>
            {t('Continue')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="page page-narrow stack">
      <PageHead
        title={hasDraft ? t('Add this to your draft?') : t('Add this to a new post?')}
        subtitle={
          hasDraft
            ? t('You already have a draft of a new post. This will be added at its end.')
            : t('Another app or site sent it.')
        }
      />
      {text !== '' && <blockquote className="compose-shared">{text}</blockquote>}
      {hasPictures && <SharedPictures pictures={pictures} rejected={rejected} />}
      <div className="row">
        <Button variant="primary" onClick={() => open(shared)}>
          {hasDraft ? t('Add to draft') : t('Add to post')}
        </Button>
        <Button onClick={() => open(nothing)}>{hasDraft ? t('Keep draft as it is') : t('Discard')}</Button>
      </div>
    </div>
  )
}

/** Returns a function that opens the composer above the feed with the content, and removes the stored form. */
function useOpenComposer({ isIncomplete }: Shared) {
  const [, navigate] = useLocation()
  const feedPath = useFeedPath() ?? '/'
  const search = useSearch()
  return useCallback(
    ({ text, pictures }: Content) => {
      const id = new URLSearchParams(search).get('shared')
      if (id !== null) void removeSharedForm(id).catch(() => undefined)
      addToDraft(newPostDraftKey(sessionUserId()), text)
      choosePictures(pictures)
      navigate(feedPath + newPostHash, { replace: true })
      if (isIncomplete) showToast(picturesMissing)
    },
    [feedPath, navigate, search, isIncomplete],
  )
}

const picturesMissing = {
  title: t('Pictures not added'),
  description: t('The pictures did not arrive. Insert them here.'),
  variant: 'error',
} as const
