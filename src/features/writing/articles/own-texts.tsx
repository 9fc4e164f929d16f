import './own-texts.css'
import { useRef, useState } from 'react'
import { useDrafts } from '#features/writing/drafts/drafts.hooks.ts'
import { useUnlistedPosts } from '#features/writing/posts/posts.hooks.ts'
import { OwnDrafts } from './own-drafts.tsx'
import { useStoredHeight } from './own-texts-height.hooks.ts'
import { UnlistedList } from './unlisted-list.tsx'

/** The signed-in member's drafts and unlisted posts, once both have loaded. */
export function OwnTexts() {
  const place = useRef<HTMLDivElement>(null)
  const areDraftsPending = useDrafts().isPending
  const areUnlistedPending = useUnlistedPosts().isPending
  // Stays true while a failed request is repeated.
  const [isKnown, setKnown] = useState(false)
  if (!isKnown && !areDraftsPending && !areUnlistedPending) setKnown(true)
  useStoredHeight(place, isKnown)
  if (!isKnown) return null
  return (
    <div ref={place} className="own-texts">
      <OwnDrafts />
      <UnlistedList />
    </div>
  )
}
