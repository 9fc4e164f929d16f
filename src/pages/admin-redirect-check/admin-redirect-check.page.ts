import { adminRedirectCheckAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { page } from '../page.ts'

export const adminRedirectCheckPage = page(adminRedirectCheckAddress, {
  name: 'admin-redirect-check',
  view: async () => (await import('./admin-redirect-check.tsx')).adminRedirectCheckView,
  guard: true,
})
