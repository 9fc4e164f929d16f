import { composeAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const composePage = page(composeAddress, {
  name: 'compose',
  section: 'feed',
  view: () => import('./compose.tsx').then((module) => module.composeView),
  guard: true,
  forWriters: true,
})
