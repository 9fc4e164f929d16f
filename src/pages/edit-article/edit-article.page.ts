import { editArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'
import { signInToWrite } from '../write-article/sign-in-to-write.ts'

export const editArticlePage = page(editArticleAddress, {
  name: 'edit-article',
  section: 'blog',
  view: () => import('./edit-article.tsx').then((module) => module.editArticleView),
  guard: signInToWrite,
  forWriters: true,
})
