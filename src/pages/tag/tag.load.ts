import { listPosts } from '#features/writing/posts/post-lists.store.ts'
import { postListQuery } from '#features/writing/posts/posts.hooks.ts'
import { tagAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { tagQuery } from '#features/writing/tags/tags.hooks.ts'
import { findTag } from '#features/writing/tags/tags.store.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { tagNameOf } from '#schemas/tag-names.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

/** Loads a tag's posts. Redirects other spellings and former names to the tag's current name. */
export const loadTag: Load<typeof tagAddress> = async ({ db }, { params: { tag }, query: { page } }) => {
  const found = await findTag(db, tagNameOf(tag) ?? '')
  if (!found || found.postCount === 0) return { status: 404, entries: [preload(tagQuery(tag), null)] }
  const { name, postCount } = found
  if (name !== tag) return { redirectTo: tagAddress.href({ tag: name }, { page }), entries: [] }
  const posts = await listPosts(db, { page, limit: defaultLimit, tag }, null)
  return { entries: [preload(tagQuery(tag), { name, postCount }), preload(postListQuery({ page, tag }), posts)] }
}
