import { writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'
import { signInToWrite } from './sign-in-to-write.ts'

export const writeArticlePage = page(writeArticleAddress, {
  name: 'write-article',
  section: 'blog',
  view: () => import('./write-article.tsx').then((module) => module.writeArticleView),
  guard: signInToWrite,
  forWriters: true,
})
