import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { page } from '../page.ts'

export const adminInvitationsPage = page(adminInvitationsAddress, {
  name: 'admin-invitations',
  view: () => import('./admin-invitations.tsx').then((module) => module.adminInvitationsView),
  guard: true,
})
