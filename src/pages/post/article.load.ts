import type { Db } from '#kernel/db.ts'
import { type articleAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { articleIdQuery } from '#features/writing/posts/posts.hooks.ts'
import { findPostForPage, findSlug, isDeleted } from '#features/writing/posts/posts.store.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { postEntries } from './post.load.ts'

/** Loads an article by its slug. Permanently redirects other spellings and former slugs. */
export const loadArticle: Load<typeof articleAddress> = async ({ db }, { params: { slug }, query }) => {
  const found = await findPostForPage(db, { slug: slugOf(slug) })
  if (!found)
    return { status: (await isGone(db, slugOf(slug))) ? 410 : 404, entries: [preload(articleIdQuery(slug), null)] }
  const { post } = found
  if (post.slug !== slug) return { redirectTo: postPath(post, query), redirectStatus: 301, entries: [] }
  return { entries: [preload(articleIdQuery(slug), post.id), ...(await postEntries(db, found, query))] }
}

/** Reports whether the slug belongs or belonged to a deleted article. */
async function isGone(db: Db, slug: string): Promise<boolean> {
  const id = await findSlug(db, slug)
  return id !== null && isDeleted(db, id)
}
