import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

export const queueStatuses = ['pending', 'approved', 'spam'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** Exactly one of the two fields must be set. Source: docs/product.md, Moderation. */
export const Decision = z.pipe(
  z.object({ published: z.optional(z.boolean()), spam: z.optional(z.boolean()) }).check(
    z.refine(({ published, spam }) => (published === undefined) !== (spam === undefined), {
      error: () => t('Set either published or spam'),
    }),
  ),
  z.transform(({ published, spam }): QueueStatus => (published ? 'approved' : spam ? 'spam' : 'pending')),
)

const bulkActions = ['approve', 'hold', 'spam', 'delete'] as const
export const BulkDecision = z.object({
  ids: z
    .array(Id)
    .check(
      z.minLength(1, { error: () => t('Select at least one item') }),
      z.maxLength(100, { error: () => t('Select at most 100 items') }),
    ),
  action: z.enum(bulkActions, 'action must be approve, hold, spam, or delete'),
})
export type BulkDecision = z.infer<typeof BulkDecision>
/** The status after each action. */
export const statusAfter = { approve: 'approved', hold: 'pending', spam: 'spam', delete: 'deleted' } as const
/** The number of changed items. Items that the member does not moderate are skipped. */
export const Changed = z.object({ changed: z.int() })
export const ChangedStatus = z.object({ id: Id, status: z.enum(queueStatuses) })

const ofQueue = { access: 'member', changes: ['posts', 'removals'] } as const
const ofQueued = { ...ofQueue, params: { id: IdText } } as const

export const moderateComments = endpoint('POST /api/admin/comments/bulk', {
  summary: 'Moderate several comments',
  ...ofQueue,
  body: BulkDecision,
  answer: Changed,
})
export const moderateComment = endpoint('PATCH /api/admin/comments/:id', {
  summary: 'Approve a comment, hold it, or mark it as spam',
  ...ofQueued,
  body: Decision,
  answer: ChangedStatus,
})
export const deleteQueuedComment = endpoint('DELETE /api/admin/comments/:id', {
  summary: 'Delete a comment as a moderator',
  ...ofQueued,
  answer: z.null(),
})
