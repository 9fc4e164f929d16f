import { adminPolicyReportsAddress } from '../admin/admin-addresses.ts'
import { page } from '../page.ts'

export const adminPolicyReportsPage = page(adminPolicyReportsAddress, {
  name: 'admin-policy-reports',
  view: async () => (await import('./admin-policy-reports.tsx')).adminPolicyReportsView,
  guard: true,
})
