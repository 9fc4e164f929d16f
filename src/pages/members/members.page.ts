import { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { page } from '../page.ts'

export const membersPage = page(membersAddress, {
  name: 'members',
  view: async () => (await import('./members.tsx')).membersView,
  load: async () => (await import('./members.load.ts')).loadMembers,
})
