import { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import { page } from '../page.ts'

export const adminSetupPage = page(setupAddress, {
  name: 'admin-setup',
  view: () => import('./admin-setup.tsx').then((module) => module.adminSetupView),
  guard: true,
})
