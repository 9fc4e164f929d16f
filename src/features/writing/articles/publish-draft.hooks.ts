import { useQueryClient } from '@tanstack/react-query'
import { tryToDiscard } from '#features/writing/autosave/draft-requests.hooks.ts'
import { getDraft } from '#features/writing/drafts/drafts.contract.ts'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { articleOf } from '#features/writing/draft-schedules/schedule-state.contract.ts'
import { idempotencyHeader, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { ApiError } from '#web/api.ts'
import { call } from '#web/call.ts'

/** Returns a function that publishes a saved draft of a new article, as the editor does. If the draft cannot be
 *  published, the function throws an ApiError with the first reason. */
export function usePublishDraft() {
  const cache = useQueryClient()
  return async (key: string): Promise<Post> => {
    const { data: body, error } = articleOf(await call(getDraft, { params: { key } }))
    if (error) throw new ApiError(400, JSON.stringify({ message: error.issues[0]?.message }))
    const post = await call(publishPost, { body }, { headers: { [idempotencyHeader]: key } })
    await tryToDiscard(key)
    await Promise.all([cache.invalidateQueries(draftsQuery), refetchPosts(cache)])
    return post
  }
}
