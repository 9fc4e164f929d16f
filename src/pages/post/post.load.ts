import { IdText } from '#features/ids/ids.contract.ts'
import { postQuery } from '#features/posts/posts.hooks.ts'
import { findPost, isDeleted } from '#features/posts/posts.store.ts'
import type { Load } from '../page.ts'

/** A deleted post's address says so for ever: 410. */
export const loadPost: Load = async ({ db }, { params }) => {
  const id = IdText.safeParse(params.id)
  if (!id.success) return { status: 404, entries: [] }
  const post = await findPost(db, id.data, null)
  const entry: [readonly unknown[], unknown] = [postQuery(id.data).queryKey, post]
  if (post) return { entries: [entry] }
  return { status: (await isDeleted(db, id.data)) ? 410 : 404, entries: [entry] }
}
