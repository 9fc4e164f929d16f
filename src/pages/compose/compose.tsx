import './compose.css'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { useFeedPath } from '#features/discovery/site/site.hooks.ts'
import { addToDraft, hasOtherDraft, newPostDraftKey } from '#features/writing/posts/draft.hooks.ts'
import type { composeAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { sharedText } from '#features/writing/posts/shared-text.contract.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { newPostHash } from '#web/focus-composer.ts'
import { sessionUserId } from '#web/session.ts'
import type { PageView } from '../page.ts'

export const composeView: PageView<typeof composeAddress> = {
  View: Compose,
  head: () => ({ title: t('New post'), noindex: true }),
}

/** Opens the composer with the shared text. Asks before adding it to a draft, because any site can link here. */
function Compose() {
  const [, navigate] = useLocation()
  const feedPath = useFeedPath() ?? '/'
  const text = sharedText(new URLSearchParams(useSearch()))
  const [isQuestion] = useState(() => hasOtherDraft(newPostDraftKey(sessionUserId()), text))
  const open = useCallback(
    (added: string) => {
      addToDraft(newPostDraftKey(sessionUserId()), added)
      navigate(feedPath + newPostHash, { replace: true })
    },
    [feedPath, navigate],
  )
  useEffect(() => {
    if (!isQuestion) open(text)
  }, [isQuestion, open, text])
  if (!isQuestion) return <PageSkeleton />
  return (
    <div className="page page-narrow stack">
      <PageHead
        title={t('Add this to your draft?')}
        subtitle={t('You already have a draft of a new post. This text will be added at its end.')}
      />
      <blockquote className="compose-shared">{text}</blockquote>
      <div className="row">
        <Button variant="primary" onClick={() => open(text)}>
          {t('Add to draft')}
        </Button>
        <Button onClick={() => open('')}>{t('Keep draft as it is')}</Button>
      </div>
    </div>
  )
}
