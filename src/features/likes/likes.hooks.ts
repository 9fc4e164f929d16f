import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { patchPost, postQuery, refetchPosts } from '#features/posts/posts.hooks.ts'
import { send } from '#web/api.ts'
import { guess, likePath, LikeState } from './likes.contract.ts'

/** A like toggle honest under fast tapping: the last wish shows at once, requests go one at a time, the server's
 *  answer has the last word; after a refusal the button returns to the truth, posts are read again and `onRefused` is
 *  told why. What a later reading of the post says is shown while no request is under way. */
export function useLike(postId: number, likes: LikeState, onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  const [own, setOwn] = useState<{ state: LikeState; over: LikeState; isPending: boolean } | null>(null)
  const line = useRef<{ truth: LikeState; wish: boolean } | null>(null)
  const { isLiked, likeCount } = own && (own.isPending || isSame(own.over, likes)) ? own.state : likes

  const show = (state: LikeState, isPending: boolean) => setOwn({ state, over: likes, isPending })

  async function toggle() {
    const running = line.current
    const now = running ?? { truth: { isLiked, likeCount }, wish: isLiked }
    now.wish = !now.wish
    show(guess(now.truth, now.wish), true)
    if (running) return // the loop below sees the new wish
    line.current = now
    try {
      for (let sent = !now.wish; sent !== now.wish;) {
        sent = now.wish
        now.truth = await send(sent ? 'POST' : 'DELETE', likePath(postId), LikeState)
      }
      patchPost(cache, postId, now.truth)
    } catch (reason) {
      void refetchPosts(cache)
      void cache.invalidateQueries({ queryKey: postQuery(postId).queryKey })
      onRefused(reason)
    } finally {
      line.current = null
      show(now.truth, false)
    }
  }
  return { isLiked, likeCount, toggle }
}

const isSame = (one: LikeState, other: LikeState): boolean =>
  one.isLiked === other.isLiked && one.likeCount === other.likeCount
