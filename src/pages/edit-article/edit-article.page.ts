import { editArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'
import { onlyForWriters } from '../write-article/only-for-writers.ts'

export const editArticlePage = page(editArticleAddress, {
  name: 'edit-article',
  section: 'blog',
  view: () => import('./edit-article.tsx').then((module) => module.editArticleView),
  guard: onlyForWriters,
  forWriters: true,
})
