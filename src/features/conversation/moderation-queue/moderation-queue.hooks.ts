import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { moderateWebmentions } from '#features/conversation/webmentions/webmention-queue.contract.ts'
import { getWebmentions } from '#features/conversation/webmentions/webmentions.contract.ts'
import { call, queryOf, useRefetch } from '#web/call.ts'
import {
  blockAuthor,
  getBlockedAuthors,
  type NewCommentBlock,
  unblockAuthor,
} from '#features/conversation/comments/comment-blocks.contract.ts'
import {
  type BulkDecision,
  moderateComments,
  type QueueStatus,
} from '#features/conversation/comments/comment-moderation.contract.ts'
import { getComments } from '#features/conversation/comments/comments.contract.ts'
import { getModerationQueue, type QueueItem, queuePageSize } from './moderation-queue.contract.ts'
import { getPendingCount } from './pending-count.contract.ts'

/** A page of the queue, filtered by status and search. */
export interface QueuePart {
  status: QueueStatus
  page: number
  search: string
}

/** Loads a page of the queue. Keeps showing the previous page while the next one loads. */
export const useQueue = ({ status, page, search }: QueuePart) =>
  useQuery({
    ...queryOf(getModerationQueue, { query: { status, page, limit: queuePageSize, search: search || undefined } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** A moderation action on some items. */
export interface Decided {
  items: Pick<QueueItem, 'id' | 'kind'>[]
  action: BulkDecision['action']
}

/** Moderates items, then refetches the queue and the pending count. */
export const useDecide = () =>
  useMutation({
    mutationFn: decide,
    onSettled: useRefetch(getModerationQueue, getPendingCount, getComments, getWebmentions),
  })

async function decide({ items, action }: Decided): Promise<void> {
  for (const [kind, endpoint] of [
    ['comment', moderateComments],
    ['webmention', moderateWebmentions],
  ] as const) {
    const ids = items.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await call(endpoint, { body: { ids, action } })
  }
}

export const useBlocks = (isEnabled: boolean) =>
  useQuery({ ...queryOf(getBlockedAuthors, {}), enabled: isEnabled, refetchOnMount: 'always' })

interface BlockHandlers<Choice> {
  onSuccess: (blocked: { id: number; label: string }, choice: Choice) => void
  onError: (reason: Error) => void
}

/** Blocks an author. The handlers run even if the author's item is no longer on the page. */
export const useBlock = <Choice extends { block: NewCommentBlock }>(handlers: BlockHandlers<Choice>) =>
  useMutation({
    mutationFn: ({ block }: Choice) => call(blockAuthor, { body: block }),
    ...handlers,
    onSettled: useRefetch(getBlockedAuthors),
  })

export const useUnblock = (onError: (reason: Error) => void) =>
  useMutation({
    mutationFn: (id: number) => call(unblockAuthor, { params: { id } }),
    onError,
    onSettled: useRefetch(getBlockedAuthors),
  })
