import { articleListQuery } from '#features/articles/article-list.hooks.ts'
import { defaultLimit, pageAsked } from '#features/paging/paging.contract.ts'
import { listPosts } from '#features/posts/post-lists.store.ts'
import type { Load } from '../page.ts'

export const loadBlog: Load = async ({ db }, { query }) => {
  const page = pageAsked(query['page'])
  const articles = await listPosts(db, { isLongForm: true, page, limit: defaultLimit }, null)
  return { entries: [[articleListQuery(page).queryKey, articles]] }
}
