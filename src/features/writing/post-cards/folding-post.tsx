import './folding-post.css'
import { useState } from 'react'
import { PostCard } from './post-card.tsx'
import type { Post } from '#features/writing/posts/posts.contract.ts'

/** A post on the feed: one with a muted word is a line that unfolds. */
export function FoldingPost({ post }: { post: Post }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (post.mutedWord === undefined) return <PostCard post={post} />
  return isUnfolded ? (
    <div tabIndex={-1} ref={takeFocus}>
      <PostCard post={post} />
    </div>
  ) : (
    <p className="folded-post">
      Hidden: contains “<bdi>{post.mutedWord}</bdi>” ·{' '}
      <button
        type="button"
        className="link"
        aria-label={`Show post by ${post.user.displayName}`}
        onClick={() => setUnfolded(true)}
      >
        Show
      </button>
    </p>
  )
}

/** The button that had the focus is gone. */
const takeFocus = (card: HTMLElement | null) => card?.focus({ preventScroll: true })
