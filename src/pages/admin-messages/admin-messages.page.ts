import { adminMessagesAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { page } from '../page.ts'

export const adminMessagesPage = page(adminMessagesAddress, {
  name: 'admin-messages',
  view: () => import('./admin-messages.tsx').then((module) => module.adminMessagesView),
  guard: true,
})
