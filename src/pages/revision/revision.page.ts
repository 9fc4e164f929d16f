import { revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const revisionPage = page(revisionAddress, {
  name: 'revision',
  loadsScriptsOnIntent: true,
  view: () => import('./revision.tsx').then((module) => module.revisionView),
  load: async () => (await import('./revision.load.ts')).loadRevision,
})
