import { page } from '../page.ts'
import { adminReportsAddress } from '../admin/admin-addresses.ts'

export const adminReportsPage = page(adminReportsAddress, {
  name: 'admin-reports',
  view: async () => (await import('./admin-reports.tsx')).adminReportsView,
  guard: true,
})
