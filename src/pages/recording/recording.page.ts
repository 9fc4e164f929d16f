import { recordingAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { page } from '../page.ts'

export const recordingPage = page(recordingAddress, {
  name: 'recording',
  section: 'live',
  view: () => import('./recording.tsx').then((module) => module.recordingView),
  load: async () => (await import('./recording.load.ts')).loadRecording,
  jsonLd: async () => (await import('./recording-json-ld.ts')).recordingJsonLd,
})
