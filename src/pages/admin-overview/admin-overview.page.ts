import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { page } from '../page.ts'

export const adminOverviewPage = page(adminOverviewAddress, {
  name: 'admin-overview',
  view: () => import('./admin-overview.tsx').then((module) => module.adminOverviewView),
  guard: true,
})
