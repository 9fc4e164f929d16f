import { livestreamAddress, livestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { page } from '../page.ts'

export const livestreamsPage = page(livestreamsAddress, {
  name: 'livestream',
  section: 'live',
  view: () => import('./livestream.tsx').then((module) => module.livestreamView),
  load: async () => (await import('./livestream.load.ts')).loadFirstLivestream,
  jsonLd: async () => (await import('./livestream-json-ld.ts')).livestreamJsonLd,
})

export const livestreamPage = page(livestreamAddress, {
  name: 'livestream',
  section: 'live',
  view: () => import('./livestream.tsx').then((module) => module.livestreamView),
  load: async () => (await import('./livestream.load.ts')).loadLivestream,
  jsonLd: async () => (await import('./livestream-json-ld.ts')).livestreamJsonLd,
})
