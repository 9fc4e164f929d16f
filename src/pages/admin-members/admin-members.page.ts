import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { page } from '../page.ts'

export const adminMembersPage = page(adminMembersAddress, {
  name: 'admin-members',
  view: () => import('./admin-members.tsx').then((module) => module.adminMembersView),
  guard: true,
})
