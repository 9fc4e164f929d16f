import { adminRedirectCheckAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { page } from '../page.ts'

export const adminRedirectCheckPage = page(adminRedirectCheckAddress, {
  name: 'admin-redirect-check',
  view: () => import('./admin-redirect-check.tsx').then((module) => module.adminRedirectCheckView),
  guard: true,
})
