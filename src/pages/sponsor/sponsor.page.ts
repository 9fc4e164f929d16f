import { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { page } from '../page.ts'

export const ownSponsorPage = page(ownSponsorAddress, {
  name: 'sponsor',
  loadsScriptsOnIntent: true,
  section: 'sponsor',
  view: () => import('./sponsor.tsx').then((module) => module.sponsorView),
  load: async () => (await import('./sponsor.load.ts')).loadOwnSponsor,
  jsonLd: async () => (await import('./sponsor-json-ld.ts')).sponsorJsonLd,
})

export const sponsorPage = page(sponsorAddress, {
  name: 'sponsor',
  loadsScriptsOnIntent: true,
  section: 'sponsor',
  view: () => import('./sponsor.tsx').then((module) => module.sponsorView),
  load: async () => (await import('./sponsor.load.ts')).loadSponsor,
  jsonLd: async () => (await import('./sponsor-json-ld.ts')).sponsorJsonLd,
})
