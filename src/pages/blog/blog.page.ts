import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const blogPage = page(blogAddress, {
  name: 'blog',
  loadsScriptsOnIntent: true,
  section: 'blog',
  changesWithContent: true,
  view: () => import('./blog.tsx').then((module) => module.blogView),
  load: async () => (await import('./blog.load.ts')).loadBlog,
  jsonLd: async () => (await import('./blog-json-ld.ts')).blogJsonLd,
})
