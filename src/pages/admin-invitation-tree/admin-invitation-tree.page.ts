import { adminInvitationTreeAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { page } from '../page.ts'

export const adminInvitationTreePage = page(adminInvitationTreeAddress, {
  name: 'admin-invitation-tree',
  view: () => import('./admin-invitation-tree.tsx').then((module) => module.adminInvitationTreeView),
  guard: true,
})
