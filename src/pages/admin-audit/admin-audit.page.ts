import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { page } from '../page.ts'

export const adminAuditPage = page(adminAuditAddress, {
  name: 'admin-audit',
  view: () => import('./admin-audit.tsx').then((module) => module.adminAuditView),
  guard: true,
})
