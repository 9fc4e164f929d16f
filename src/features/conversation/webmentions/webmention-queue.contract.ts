import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import {
  BulkDecision,
  Changed,
  ChangedStatus,
  Decision,
} from '#features/conversation/comments/comment-moderation.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const ofQueue = { access: 'member', changes: ['posts', 'removals'] } as const
const ofQueued = { ...ofQueue, params: { id: IdText } } as const

export const moderateWebmentions = endpoint('POST /api/admin/webmentions/bulk', {
  summary: 'Moderate several webmentions',
  ...ofQueue,
  body: BulkDecision,
  answer: Changed,
})
export const moderateWebmention = endpoint('PATCH /api/admin/webmentions/:id', {
  summary: 'Approve a webmention, hold it, or mark it as spam',
  ...ofQueued,
  body: Decision,
  answer: ChangedStatus,
})
export const deleteQueuedWebmention = endpoint('DELETE /api/admin/webmentions/:id', {
  summary: 'Delete a webmention as a moderator',
  ...ofQueued,
  answer: z.null(),
})
