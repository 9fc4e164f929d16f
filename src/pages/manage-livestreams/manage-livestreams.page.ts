import { address } from '#kernel/address.contract.ts'
import { manageLivestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { page } from '../page.ts'

export const manageLivestreamsPage = page(manageLivestreamsAddress, {
  name: 'manage-livestreams',
  section: 'live',
  view: () => import('./manage-livestreams.tsx').then((module) => module.manageLivestreamsView),
  guard: true,
})

/** Redirects the former URL. */
export const formerManageLivestreamsPage = page(address('/livestream/manage', {}), {
  name: 'manage-livestreams',
  section: 'live',
  view: () => import('./manage-livestreams.tsx').then((module) => module.manageLivestreamsView),
  load: () => Promise.resolve(() => Promise.resolve({ redirectTo: manageLivestreamsAddress.href(), entries: [] })),
  guard: true,
})
