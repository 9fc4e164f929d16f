import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { page } from '../page.ts'

export const adminTagsPage = page(adminTagsAddress, {
  name: 'admin-tags',
  view: () => import('./admin-tags.tsx').then((module) => module.adminTagsView),
  guard: true,
})
