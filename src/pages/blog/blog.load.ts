import type { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { articleListQuery } from '#features/writing/articles/article-list.hooks.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { listPosts } from '#features/writing/posts/post-lists.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadBlog: Load<typeof blogAddress> = async ({ db }, { query: { page } }) => {
  const articles = await listPosts(db, { isLongForm: true, page, limit: defaultLimit }, null)
  return { entries: [preload(articleListQuery(page), articles)] }
}
