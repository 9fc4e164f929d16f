import { adminPolicyReportsAddress } from '../admin/admin-addresses.ts'
import { page } from '../page.ts'

export const adminPolicyReportsPage = page(adminPolicyReportsAddress, {
  name: 'admin-policy-reports',
  view: () => import('./admin-policy-reports.tsx').then((module) => module.adminPolicyReportsView),
  guard: true,
})
