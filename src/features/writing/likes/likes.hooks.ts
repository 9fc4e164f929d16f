import { useEffect, useEffectEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { patchPost, postQuery, refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call } from '#web/call.ts'
import { useToggle } from '#web/use-toggle.ts'
import { enqueue, isUnreachable, onQueuedSent, type Queued, sendInOrder, useQueued } from '#web/outbox.ts'
import { guess, likePost, type LikeState, unlikePost } from './likes.contract.ts'

/** Likes and unlikes a post, using {@link useToggle}. If the site is unreachable, the choice is sent later; `isQueued`
 *  is true until then. After a refusal, posts are refetched and `onRefused` is called. */
export function useLike(postId: number, given: LikeState, onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  const queueId = `like:${postId}`
  const queued = useQueued().find(({ id, fault }) => id === queueId && fault === undefined)
  const truth = { isLiked: given.isLiked, likeCount: given.likeCount }
  const [shown, toggle] = useToggle<LikeState>(queued ? guess(truth, queued.method === 'POST') : truth, {
    isOn: (state) => state.isLiked,
    guess,
    send: async (wish) => {
      const state = await sendLike(postId, queueId, wish)
      return state ?? guess(truth, wish)
    },
    onSettled: (state) => patchPost(cache, postId, state),
    onRefused: (reason) => {
      void refetchPosts(cache)
      void cache.invalidateQueries({ queryKey: postQuery(postId).queryKey })
      onRefused(reason)
    },
  })
  const takeAnswer = useEffectEvent(({ id }: Queued, answer: unknown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's response
    if (id === queueId) patchPost(cache, postId, answer as LikeState)
  })
  useEffect(() => onQueuedSent(takeAnswer), [])
  return { ...shown, isQueued: queued !== undefined, toggle }
}

/** Sends the choice. @returns null if the site is unreachable and the choice will be sent later */
async function sendLike(postId: number, queueId: string, wish: boolean): Promise<LikeState | null> {
  const endpoint = wish ? likePost : unlikePost
  const params = { id: postId }
  try {
    return await sendInOrder(queueId, () => call(endpoint, { params }))
  } catch (reason) {
    const later = {
      id: queueId,
      method: wish ? 'POST' : 'DELETE',
      path: endpoint.href(params),
      body: null,
      text: '',
    } as const
    if (isUnreachable(reason) && enqueue(later)) return null
    throw reason
  }
}
