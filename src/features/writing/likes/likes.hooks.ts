import { useQueryClient } from '@tanstack/react-query'
import { patchPost, postQuery, refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call } from '#web/call.ts'
import { useToggle } from '#web/use-toggle.ts'
import { guess, likePost, type LikeState, unlikePost } from './likes.contract.ts'

/** Likes and unlikes a post, using {@link useToggle}. After a failure, posts are refetched and `onRefused` is
 *  called. */
export function useLike(postId: number, { isLiked, likeCount }: LikeState, onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  const [shown, toggle] = useToggle<LikeState>(
    { isLiked, likeCount },
    {
      isOn: (state) => state.isLiked,
      guess,
      send: (wish) => call(wish ? likePost : unlikePost, { params: { id: postId } }),
      onSettled: (state) => patchPost(cache, postId, state),
      onRefused: (reason) => {
        void refetchPosts(cache)
        void cache.invalidateQueries({ queryKey: postQuery(postId).queryKey })
        onRefused(reason)
      },
    },
  )
  return { ...shown, toggle }
}
