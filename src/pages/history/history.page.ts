import { historyAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const historyPage = page(historyAddress, {
  name: 'history',
  view: async () => (await import('./history.tsx')).historyView,
  load: async () => (await import('./history.load.ts')).loadHistory,
})
