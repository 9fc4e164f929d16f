import { ownProfileAddress, profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { page } from '../page.ts'

export const ownProfilePage = page(ownProfileAddress, {
  name: 'profile',
  changesWithContent: true,
  view: () => import('./profile.tsx').then((module) => module.profileView),
  load: async () => (await import('./profile.load.ts')).loadOwnProfile,
  jsonLd: async () => (await import('./profile-json-ld.ts')).profileJsonLd,
})

export const profilePage = page(profileAddress, {
  name: 'profile',
  loadsScriptsOnIntent: true,
  changesWithContent: true,
  view: () => import('./profile.tsx').then((module) => module.profileView),
  load: async () => (await import('./profile.load.ts')).loadProfile,
  jsonLd: async () => (await import('./profile-json-ld.ts')).profileJsonLd,
})
