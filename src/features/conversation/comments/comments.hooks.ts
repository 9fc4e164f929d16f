import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { patchPost, postQuery } from '#features/writing/posts/posts.hooks.ts'
import { call, keyOf, queryOf } from '#web/call.ts'
import { enqueue, isUnreachable } from '#web/outbox.ts'
import { randomHex } from '#web/random-hex.ts'
import { useQuery } from '#web/use-query.ts'
import { entriesPerPage, getGuestbook, signGuestbook } from './guestbook.contract.ts'
import {
  type Comment,
  type CommentInput,
  type CommentList,
  commentsPerPage,
  createComment,
  getComments,
  type MemberCommentInput,
  removeComment,
  restoreComment,
} from './comments.contract.ts'

export const commentsQuery = (postId: number, page: number) =>
  queryOf(getComments, { params: { id: postId }, query: { page, limit: commentsPerPage } })

/** Loads a page of comments. Keeps showing the previous page while the next one loads. */
export const useComments = (postId: number, page: number) =>
  useQuery({ ...commentsQuery(postId, page), placeholderData: keepPreviousData })

/** The page of the guestbook to show: by number, or the one that contains an entry. */
export interface GuestbookPart {
  page: number
  entry: number | undefined
}

export const guestbookQuery = ({ page, entry }: GuestbookPart) =>
  queryOf(getGuestbook, { query: { page, limit: entriesPerPage, entry } })

/** Loads a page of the guestbook. Keeps showing the previous page while the next one loads. */
export const useGuestbook = (part: GuestbookPart) =>
  useQuery({ ...guestbookQuery(part), placeholderData: keepPreviousData })

type Written = (CommentInput | MemberCommentInput) & { writingMs: number | undefined }

const enqueueComment = (postId: number, key: string, body: string, { content, parentId }: Written): boolean =>
  enqueue({
    id: `${queuedCommentPrefix(postId)}${parentId ?? ''}:${key}`,
    method: 'POST',
    path: createComment.href({ id: postId }),
    body,
    text: content,
  })

/** Sends a comment or, without a post, an entry in the guestbook. Refetches the list if it was published immediately.
 *  @returns null if the site is unreachable and the comment will be sent later */
export function useSubmitComment(postId: number | null) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (comment: Written): Promise<Comment | null> => {
      if (postId === null) return call(signGuestbook, { body: JSON.stringify(comment) })
      const key = randomHex(16)
      const body = JSON.stringify({ ...comment, key, source: location.href.slice(0, 2000) })
      try {
        return await call(createComment, { params: { id: postId }, body })
      } catch (reason) {
        if (isUnreachable(reason) && enqueueComment(postId, key, body, comment)) return null
        throw reason
      }
    },
    onSuccess: (sent) => sent?.published && refetchComments(cache, postId),
  })
}

/** Returns functions that delete and restore comments on a post or, without a post, entries in the guestbook. */
export function useDeletableComments(postId: number | null) {
  const cache = useQueryClient()
  return {
    list: `post ${postId}`,
    elementId: (id: number) => `comment-${id}`,
    remove: (id: number) => call(removeComment, { params: { id } }, { keepalive: true }),
    restore: (id: number) => call(restoreComment, { params: { id } }, { keepalive: true }),
    refetch: () => refetchComments(cache, postId),
  }
}

/** The queue's id prefix for comments on a post. */
export const queuedCommentPrefix = (postId: number): string => `comment:${postId}:`

export async function refetchComments(cache: QueryClient, postId: number | null): Promise<void> {
  if (postId === null) return cache.invalidateQueries({ queryKey: keyOf(getGuestbook, {}) })
  const queryKey = keyOf(getComments, { params: { id: postId } })
  await cache.invalidateQueries({ queryKey })
  const [first] = cache.getQueriesData<CommentList>({ queryKey })
  const commentCount = first?.[1]?.total
  if (commentCount !== undefined && cache.getQueryData(postQuery(postId).queryKey))
    patchPost(cache, postId, { commentCount })
}
