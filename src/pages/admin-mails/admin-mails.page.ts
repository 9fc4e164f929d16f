import { page } from '../page.ts'
import { adminMailsAddress } from '../admin/admin-addresses.ts'

export const adminMailsPage = page(adminMailsAddress, {
  name: 'admin-mails',
  view: async () => (await import('./admin-mails.tsx')).adminMailsView,
  guard: true,
})
