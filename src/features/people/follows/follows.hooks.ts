import { useQueryClient } from '@tanstack/react-query'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call } from '#web/call.ts'
import { useToggle } from '#web/use-toggle.ts'
import { followMember, type FollowState, guessFollow, unfollowMember } from './follows.contract.ts'

/** Follows and unfollows a member, using {@link useToggle}. Then refetches everything that lists or counts members. */
export function useFollow(
  userId: number,
  { isFollowing, followersCount }: FollowState,
  onRefused: (reason: unknown) => void,
) {
  const cache = useQueryClient()
  const [shown, toggle] = useToggle<FollowState>(
    { isFollowing, followersCount },
    {
      isOn: (state) => state.isFollowing,
      guess: guessFollow,
      send: (wish) => call(wish ? followMember : unfollowMember, { params: { id: userId } }),
      onSettled: () => void refetchPosts(cache),
      onRefused: (reason) => {
        void refetchPosts(cache)
        onRefused(reason)
      },
    },
  )
  return { ...shown, toggle }
}
