import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { page } from '../page.ts'

export const adminTagsPage = page(adminTagsAddress, {
  name: 'admin-tags',
  view: async () => (await import('./admin-tags.tsx')).adminTagsView,
  guard: true,
})
