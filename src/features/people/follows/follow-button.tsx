import { t } from '#messages/messages.ts'
import './follow-button.css'
import { showFailure } from '#web/action.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { canFollow, type FollowState } from './follows.contract.ts'
import { useFollow } from './follows.hooks.ts'

interface Props {
  user: FollowState & { id: number; displayName: string }
}

/** The follow button on other members' profiles. CSS reserves its space until the viewer is known. */
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
          aria-label={
            isFollowing
              ? t('Unfollow {displayName}', { displayName: user.displayName })
              : t('Follow {displayName}', { displayName: user.displayName })
          }
          onClick={() => void toggle()}
        >
          {isFollowing ? t('Unfollow') : t('Follow')}
        </Button>
      )}
    </span>
  )
}

const showRefusal = (reason: unknown) => showFailure(reason, t('Failed to update follow status. Please try again.'))
