import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { page } from '../page.ts'

export const adminPagesPage = page(adminPagesAddress, {
  name: 'admin-pages',
  view: () => import('./admin-pages.tsx').then((module) => module.adminPagesView),
  guard: true,
})
