import { t } from '#messages/messages.ts'
import './like-button.css'
import { showFailure } from '#web/action.tsx'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Link } from 'wouter'
import { Icon } from '#ui/icon.tsx'
import { notSentYet } from '#web/outbox.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { LikeState } from './likes.contract.ts'
import { useLike } from './likes.hooks.ts'

interface Props {
  postId: number
  likes: LikeState
}

/** Likes and unlikes a post. For visitors, it shows the count and links to the sign-in page. */
export function LikeButton({ postId, likes }: Props) {
  const isSignedIn = useSignedIn()
  const { isLiked, likeCount, isQueued, toggle } = useLike(postId, likes, showRefusal)
  if (!isSignedIn) {
    return (
      <Link
        className="like"
        href={`${loginAddress.href()}?next=${postAddress.href({ id: postId })}`}
        rel="nofollow"
        aria-label={t('Like, {likeCount} so far. Sign in to like this.', { likeCount })}
      >
        <Icon name="heart" /> {likeCount}
      </Link>
    )
  }
  const label = t('Like, {likeCount} so far', { likeCount })
  return (
    <button
      type="button"
      className="like"
      aria-pressed={isLiked}
      aria-label={isQueued ? `${label}. ${notSentYet()}` : label}
      title={isQueued ? notSentYet() : undefined}
      onClick={() => void toggle()}
    >
      <Icon name="heart" /> {likeCount}
      {isQueued && <Icon name="clock" />}
    </button>
  )
}

const showRefusal = (reason: unknown) => showFailure(reason, t('Failed to update like status. Please try again.'))
