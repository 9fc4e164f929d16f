import { oneOfWithDefault, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const adminReportsAddress = address('/admin/reports', {
  query: { status: oneOfWithDefault(['open', 'closed', 'suspended'], 'open'), page: pageNumber },
})
export const adminJobsAddress = address('/admin/jobs', {})
export const adminMailsAddress = address('/admin/mails', {})
export const adminPolicyReportsAddress = address('/admin/policy-reports', {})
