import './folding-post.css'
import { useState } from 'react'
import { PostCard } from './post-card.tsx'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'

/** A post in the feed, collapsed to one line if it contains a muted word. */
export function FoldingPost({ post }: { post: Post }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (post.mutedWord === undefined) return <PostCard post={post} />
  return isUnfolded ? (
    <div tabIndex={-1} ref={takeFocus}>
      <PostCard post={post} />
    </div>
  ) : (
    <p className="folded-post">
      {rich('Hidden: contains “{word}”', { word: <bdi>{post.mutedWord}</bdi> })} ·{' '}
      <button
        type="button"
        className="link"
        aria-label={t('Show post by {displayName}', { displayName: post.user.displayName })}
        onClick={() => setUnfolded(true)}
      >
        {t('Show')}
      </button>
    </p>
  )
}

/** Focuses the post, because the focused button was removed. */
const takeFocus = (card: HTMLElement | null) => card?.focus({ preventScroll: true })
