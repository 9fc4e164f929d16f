import { type articleAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { articleIdQuery } from '#features/writing/posts/posts.hooks.ts'
import { findPost, findSlug, isDeleted } from '#features/writing/posts/posts.store.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { postEntries } from './post.load.ts'

/** Loads an article by its slug. Permanently redirects other spellings and former slugs. */
export const loadArticle: Load<typeof articleAddress> = async ({ db }, { params: { slug }, query }) => {
  const id = await findSlug(db, slugOf(slug))
  const post = id === null ? null : await findPost(db, id, null)
  const missing = preload(articleIdQuery(slug), null)
  if (id === null || !post) return { status: id !== null && (await isDeleted(db, id)) ? 410 : 404, entries: [missing] }
  if (post.slug !== slug) return { redirectTo: postPath(post, query), redirectStatus: 301, entries: [] }
  return { entries: [preload(articleIdQuery(slug), id), ...(await postEntries(db, post, query))] }
}
