import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useFeedPath } from '#features/discovery/site/site.hooks.ts'
import { addToDraft, newPostDraftKey } from '#features/writing/posts/draft.hooks.ts'
import type { composeAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { sharedText } from '#features/writing/posts/shared-text.contract.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { newPostHash } from '#web/focus-composer.ts'
import { sessionUserId } from '#web/session.ts'
import type { PageView } from '../page.ts'

export const composeView: PageView<typeof composeAddress> = {
  View: Compose,
  head: () => ({ title: 'New post', noindex: true }),
}

/** Adds shared text to the draft of the member's new post, and opens the composer. */
function Compose() {
  const [, navigate] = useLocation()
  const feedPath = useFeedPath()
  useEffect(() => {
    addToDraft(newPostDraftKey(sessionUserId()), sharedText(new URLSearchParams(location.search)))
    navigate(feedPath + newPostHash, { replace: true })
  }, [feedPath, navigate])
  return <PageSkeleton />
}
