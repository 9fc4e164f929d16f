import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { page } from '../page.ts'

export const adminOverviewPage = page(adminOverviewAddress, {
  name: 'admin-overview',
  view: async () => (await import('./admin-overview.tsx')).adminOverviewView,
  guard: true,
})
