import { followersAddress, followingAddress } from '#features/people/follows/follow-addresses.contract.ts'
import { page } from '../page.ts'

export const followersPage = page(followersAddress, {
  name: 'follows',
  loadsScriptsOnIntent: true,
  view: () => import('./follows.tsx').then((module) => module.followersView),
  load: async () => (await import('./follows.load.ts')).loadFollowers,
})

export const followingPage = page(followingAddress, {
  name: 'follows',
  loadsScriptsOnIntent: true,
  view: () => import('./follows.tsx').then((module) => module.followingView),
  load: async () => (await import('./follows.load.ts')).loadFollowing,
})
