import { page } from '../page.ts'
import { adminCommentsAddress } from '../admin/admin-addresses.ts'

export const adminCommentsPage = page(adminCommentsAddress, {
  name: 'admin-comments',
  view: async () => (await import('./admin-comments.tsx')).adminCommentsView,
  guard: true,
})
