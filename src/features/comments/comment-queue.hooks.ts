import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { webmentionBulkPath } from '#features/webmentions/webmention-queue.contract.ts'
import { Nothing, read, send } from '#web/api.ts'
import * as z from 'zod/mini'
import { commentBlockPath, CommentBlocks, commentBlocksPath, type NewCommentBlock } from './comment-blocks.contract.ts'
import {
  type BulkDecision,
  bulkPath,
  Changed,
  Queue,
  type QueueItem,
  queuePageSize,
  queuePath,
  type QueueStatus,
} from './comment-queue.contract.ts'
import { pendingCountPath } from './pending-count.contract.ts'

/** A part of the queue. */
export interface QueuePart {
  status: QueueStatus
  page: number
  search: string
}

/** A page of the queue. While another one is fetched, the one before stays in sight. */
export const useQueue = ({ status, page, search }: QueuePart) =>
  useQuery({
    ...read(queuePath, Queue, { status, page, limit: queuePageSize, search: search || undefined }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** What is decided, and about which. */
export interface Decided {
  items: Pick<QueueItem, 'id' | 'kind'>[]
  action: BulkDecision['action']
}

/** Decides about some of the queue; the queue and the red dot follow. */
export function useDecide() {
  const refetch = useRefetchQueue()
  return useMutation({ mutationFn: decide, onSettled: refetch })
}

async function decide({ items, action }: Decided): Promise<void> {
  for (const [kind, path] of [
    ['comment', bulkPath],
    ['webmention', webmentionBulkPath],
  ] as const) {
    const ids = items.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await send('POST', path, Changed, { ids, action })
  }
}

export const useBlocks = (isWanted: boolean) =>
  useQuery({ ...read(commentBlocksPath, CommentBlocks), enabled: isWanted, refetchOnMount: 'always' })

const NewBlock = z.object({ id: z.int(), label: z.string() })

/** Blocks whoever wrote it. */
export function useBlock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (named: NewCommentBlock) => send('POST', commentBlocksPath, NewBlock, named),
    onSettled: () => cache.invalidateQueries({ queryKey: [commentBlocksPath] }),
  })
}

export function useUnblock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => send('DELETE', commentBlockPath(id), Nothing),
    onSettled: () => cache.invalidateQueries({ queryKey: [commentBlocksPath] }),
  })
}

function useRefetchQueue() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: [queuePath] })
    await cache.invalidateQueries({ queryKey: [pendingCountPath] })
    await cache.invalidateQueries({
      predicate: ({ queryKey: [path] }) => /\/(comments|webmentions)$/.test(String(path)),
    })
  }
}
