import { goLiveAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { page } from '../page.ts'

export const goLivePage = page(goLiveAddress, {
  name: 'go-live',
  section: 'live',
  view: () => import('./go-live.tsx').then((module) => module.goLiveView),
  guard: true,
  forWriters: true,
  capturing: true,
})
