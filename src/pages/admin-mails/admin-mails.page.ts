import { page } from '../page.ts'
import { adminMailsAddress } from '../admin/admin-addresses.ts'

export const adminMailsPage = page(adminMailsAddress, {
  name: 'admin-mails',
  view: () => import('./admin-mails.tsx').then((module) => module.adminMailsView),
  guard: true,
})
