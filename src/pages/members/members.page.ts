import { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { page } from '../page.ts'

export const membersPage = page(membersAddress, {
  name: 'members',
  loadsScriptsOnIntent: true,
  section: 'members',
  view: () => import('./members.tsx').then((module) => module.membersView),
  load: async () => (await import('./members.load.ts')).loadMembers,
})
