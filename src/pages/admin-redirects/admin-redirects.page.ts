import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { page } from '../page.ts'

export const adminRedirectsPage = page(adminRedirectsAddress, {
  name: 'admin-redirects',
  view: () => import('./admin-redirects.tsx').then((module) => module.adminRedirectsView),
  guard: true,
})
