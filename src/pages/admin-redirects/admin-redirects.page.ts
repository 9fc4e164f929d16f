import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { page } from '../page.ts'

export const adminRedirectsPage = page(adminRedirectsAddress, {
  name: 'admin-redirects',
  view: async () => (await import('./admin-redirects.tsx')).adminRedirectsView,
  guard: true,
})
