import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const ofWaitingMember = { access: 'admin', params: { id: IdText }, answer: z.null() } as const

/** Does nothing if another administrator has approved the member. */
export const approveMember = endpoint('PUT /api/admin/members/:id/approval', {
  summary: 'Approve a new member',
  ...ofWaitingMember,
  changes: ['members'],
})
/** Deletes the new member's account. The person is notified by email if the site has a mail server. */
export const declineMember = endpoint('DELETE /api/admin/members/:id/application', {
  summary: 'Decline a new member',
  ...ofWaitingMember,
  needsRecentProof: true,
})
