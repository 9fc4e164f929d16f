import { goLiveAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { page } from '../page.ts'

export const goLivePage = page(goLiveAddress, {
  name: 'go-live',
  view: async () => (await import('./go-live.tsx')).goLiveView,
  guard: true,
  capturing: true,
})
