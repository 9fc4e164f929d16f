import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { page } from '../page.ts'

export const adminAuditPage = page(adminAuditAddress, {
  name: 'admin-audit',
  view: async () => (await import('./admin-audit.tsx')).adminAuditView,
  guard: true,
})
