import { editPageAddress, newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { page } from '../page.ts'

export const newPagePage = page(newPageAddress, {
  name: 'edit-page',
  view: async () => (await import('./edit-page.tsx')).newPageView,
  guard: true,
})
export const editPagePage = page(editPageAddress, {
  name: 'edit-page',
  view: async () => (await import('./edit-page.tsx')).editPageView,
  guard: true,
})
