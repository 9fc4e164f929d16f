import { commentsPerPage } from '#features/comments/comments.contract.ts'
import { commentsQuery } from '#features/comments/comments.hooks.ts'
import { listComments } from '#features/comments/comments.store.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { pageAsked } from '#features/paging/paging.contract.ts'
import { neighboursQuery } from '#features/neighbours/neighbours.hooks.ts'
import { findNeighbours } from '#features/neighbours/neighbours.store.ts'
import type { Post } from '#features/posts/posts.contract.ts'
import { postQuery } from '#features/posts/posts.hooks.ts'
import { findPost, isDeleted } from '#features/posts/posts.store.ts'
import { webmentionsPerPage } from '#features/webmentions/webmentions.contract.ts'
import { webmentionsQuery } from '#features/webmentions/webmentions.hooks.ts'
import { listWebmentions } from '#features/webmentions/webmentions.store.ts'
import type { Load, LoadContext } from '../page.ts'

/** A deleted post's address says so for ever: 410. */
export const loadPost: Load = async ({ db }, { params, query }) => {
  const id = IdText.safeParse(params.id)
  if (!id.success) return { status: 404, entries: [] }
  const post = await findPost(db, id.data, null)
  const entry: [readonly unknown[], unknown] = [postQuery(id.data).queryKey, post]
  if (post)
    return {
      entries: [
        entry,
        await webmentionsOf(db, post, pageAsked(query.mentions)),
        await commentsOf(db, post, pageAsked(query.comments)),
        ...(await neighboursOf(db, post)),
      ],
    }
  return { status: (await isDeleted(db, id.data)) ? 410 : 404, entries: [entry] }
}

async function commentsOf(db: LoadContext['db'], { id }: Post, page: number): Promise<[readonly unknown[], unknown]> {
  return [commentsQuery(id, page).queryKey, await listComments(db, id, { page, limit: commentsPerPage }, null)]
}

async function webmentionsOf(
  db: LoadContext['db'],
  { id }: Post,
  page: number,
): Promise<[readonly unknown[], unknown]> {
  return [webmentionsQuery(id, page).queryKey, await listWebmentions(db, id, { page, limit: webmentionsPerPage })]
}

/** An article leads to those around it. */
async function neighboursOf(db: LoadContext['db'], post: Post): Promise<[readonly unknown[], unknown][]> {
  if (!post.isLongForm) return []
  return [[neighboursQuery(post.id).queryKey, await findNeighbours(db, post.id)]]
}
