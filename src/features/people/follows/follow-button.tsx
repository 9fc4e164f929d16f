import './follow-button.css'
import { showFailure } from '#web/action.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { canFollow, type FollowState } from './follows.contract.ts'
import { useFollow } from './follows.hooks.ts'

interface Props {
  user: FollowState & { id: number; displayName: string }
}

/** Follows a member and ends it: for members, on the profiles of others. Its place is kept free from the first paint on,
 *  by styles. */
export function FollowButton({ user }: Props) {
  const viewer = useViewer()
  const { isFollowing, toggle } = useFollow(user.id, user, showRefusal)
  if (viewer && !canFollow(viewer, user.id)) return null
  return (
    <span className="follow">
      {viewer && viewer.id > 0 && (
        <Button
          variant={isFollowing ? 'quiet' : 'primary'}
          size="s"
          icon={isFollowing ? 'user-check' : 'user-plus'}
          aria-label={`${isFollowing ? 'Unfollow' : 'Follow'} ${user.displayName}`}
          onClick={() => void toggle()}
        >
          {isFollowing ? 'Unfollow' : 'Follow'}
        </Button>
      )}
    </span>
  )
}

const showRefusal = (reason: unknown) => showFailure(reason, 'Failed to update follow status. Please try again.')
