import { tagAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { page } from '../page.ts'

export const tagPage = page(tagAddress, {
  name: 'tag',
  loadsScriptsOnIntent: true,
  changesWithContent: true,
  view: () => import('./tag.tsx').then((module) => module.tagView),
  load: async () => (await import('./tag.load.ts')).loadTag,
})
