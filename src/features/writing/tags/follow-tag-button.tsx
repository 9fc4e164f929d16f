import { t } from '#messages/messages.ts'
import { useAction } from '#web/action.tsx'
import { Button } from '#ui/button.tsx'
import { useFollowedTags, useFollowTag } from './tags.hooks.ts'

/** The follow button on a tag's page, for members. */
export function FollowTagButton({ tag }: { tag: string }) {
  const followed = useFollowedTags()
  const follow = useFollowTag()
  const { run, isBusy } = useAction(follow, t('Failed to update follow status. Please try again.'))
  if (!followed) return null
  const isFollowing = followed.some(({ name }) => name === tag)
  return (
    <Button
      variant={isFollowing ? 'quiet' : 'primary'}
      size="s"
      icon={isFollowing ? 'check' : 'plus'}
      busy={isBusy}
      aria-label={isFollowing ? t('Unfollow #{tag}', { tag }) : t('Follow #{tag}', { tag })}
      onClick={() => void run(tag, !isFollowing)}
    >
      {isFollowing ? t('Unfollow') : t('Follow')}
    </Button>
  )
}
