import { page } from '../page.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'

export const adminCommentsPage = page(adminCommentsAddress, {
  name: 'admin-comments',
  view: async () => (await import('./admin-comments.tsx')).adminCommentsView,
  guard: true,
})
