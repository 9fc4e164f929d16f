import { page } from '../page.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'

export const adminCommentsPage = page(adminCommentsAddress, {
  name: 'admin-comments',
  view: () => import('./admin-comments.tsx').then((module) => module.adminCommentsView),
  guard: true,
})
