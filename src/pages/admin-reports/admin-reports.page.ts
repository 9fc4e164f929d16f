import { page } from '../page.ts'
import { adminReportsAddress } from '../admin/admin-addresses.ts'

export const adminReportsPage = page(adminReportsAddress, {
  name: 'admin-reports',
  view: () => import('./admin-reports.tsx').then((module) => module.adminReportsView),
  guard: true,
})
