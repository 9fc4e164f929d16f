import { historyAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const historyPage = page(historyAddress, {
  name: 'history',
  loadsScriptsOnIntent: true,
  view: () => import('./history.tsx').then((module) => module.historyView),
  load: async () => (await import('./history.load.ts')).loadHistory,
})
