import { page } from '../page.ts'
import { adminJobsAddress } from '../admin/admin-addresses.ts'

export const adminJobsPage = page(adminJobsAddress, {
  name: 'admin-jobs',
  view: () => import('./admin-jobs.tsx').then((module) => module.adminJobsView),
  guard: true,
})
