import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'

export const adminReportsAddress = address('/admin/reports', {
  query: { status: z._default(z.enum(['open', 'closed', 'suspended']), 'open'), page: PageNumber },
})
export const adminJobsAddress = address('/admin/jobs', {})
export const adminMailsAddress = address('/admin/mails', {})
export const adminPolicyReportsAddress = address('/admin/policy-reports', {})
