import { editPageAddress, newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { page } from '../page.ts'

export const newPagePage = page(newPageAddress, {
  name: 'edit-page',
  view: () => import('./edit-page.tsx').then((module) => module.newPageView),
  guard: true,
})
export const editPagePage = page(editPageAddress, {
  name: 'edit-page',
  view: () => import('./edit-page.tsx').then((module) => module.editPageView),
  guard: true,
})
