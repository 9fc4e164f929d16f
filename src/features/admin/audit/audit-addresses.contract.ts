import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'
import { auditFilters } from './audit.contract.ts'

/** The audit log, for administrators. */
export const adminAuditAddress = address('/admin/audit', {
  query: { ...auditFilters, member: optionalText(40), page: PageNumber },
})
