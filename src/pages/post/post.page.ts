import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const postPage = page(postAddress, {
  name: 'post',
  loadsScriptsOnIntent: true,
  changesWithContent: true,
  view: () => import('./post.tsx').then((module) => module.postView),
  load: async () => (await import('./post.load.ts')).loadPost,
  jsonLd: async () => (await import('./post-json-ld.ts')).postJsonLd,
})
