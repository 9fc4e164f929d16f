import { articleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const articlePage = page(articleAddress, {
  name: 'post',
  loadsScriptsOnIntent: true,
  section: 'blog',
  changesWithContent: true,
  view: () => import('./post.tsx').then((module) => module.articleView),
  load: async () => (await import('./article.load.ts')).loadArticle,
  jsonLd: async () => (await import('./post-json-ld.ts')).articleJsonLd,
})
