import { page } from '../page.ts'
import { adminJobsAddress } from '../admin/admin-addresses.ts'

export const adminJobsPage = page(adminJobsAddress, {
  name: 'admin-jobs',
  view: async () => (await import('./admin-jobs.tsx')).adminJobsView,
  guard: true,
})
