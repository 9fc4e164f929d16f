import type { Db } from '#kernel/db.ts'
import { commentsPerPage } from '#features/conversation/comments/comments.contract.ts'
import { commentsQuery } from '#features/conversation/comments/comments.hooks.ts'
import { listComments } from '#features/conversation/comments/comments.store.ts'
import { adjacentArticlesQuery } from '#features/writing/adjacent-articles/adjacent-articles.hooks.ts'
import { findAdjacentArticles } from '#features/writing/adjacent-articles/adjacent-articles.store.ts'
import { type postAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { postQuery } from '#features/writing/posts/posts.hooks.ts'
import { findPostForPage, isDeleted, type PostForPage } from '#features/writing/posts/posts.store.ts'
import { isDeleted as isMemberDeleted } from '#features/people/profiles/deleted.contract.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findUserById, withoutPeople } from '#features/people/profiles/profiles.store.ts'
import { seriesPlaceQuery } from '#features/writing/series/series.hooks.ts'
import { findSeriesPlace } from '#features/writing/series/series.store.ts'
import { webmentionsPerPage } from '#features/conversation/webmentions/webmentions.contract.ts'
import { webmentionsQuery } from '#features/conversation/webmentions/webmentions.hooks.ts'
import { listWebmentions } from '#features/conversation/webmentions/webmentions.store.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded, PageProps } from '../page.ts'

type Query = PageProps<typeof postAddress>['query']

/** Deleted posts permanently return 410. Articles redirect to their slug's URL. */
export const loadPost: Load<typeof postAddress> = async ({ db }, { params: { id }, query }) => {
  const found = await findPostForPage(db, { id })
  if (!found) return { status: (await isDeleted(db, id)) ? 410 : 404, entries: [preload(postQuery(id), null)] }
  if (found.post.slug !== null) return { redirectTo: postPath(found.post, query), entries: [] }
  return { entries: await postEntries(db, found, query) }
}

/** Loads the rest of the data for a post's page. Only articles show their author and link to the previous and next
 *  article. */
export async function postEntries(
  db: Db,
  { post, webmentionCount }: PostForPage,
  { mentions, comments }: Query,
): Promise<Loaded['entries']> {
  const { id, user } = post
  const [webmentionPage, commentPage, adjacent, place, author] = await Promise.all([
    listWebmentions(db, id, { page: mentions, limit: webmentionsPerPage, total: webmentionCount }),
    listComments(db, id, { page: comments, limit: commentsPerPage, total: post.commentCount }, null),
    post.isLongForm ? findAdjacentArticles(db, id) : null,
    post.series ? findSeriesPlace(db, id) : null,
    post.isLongForm && !isMemberDeleted(user) ? findUserById(db, user.id, null) : null,
  ])
  return [
    preload(postQuery(id), post),
    preload(webmentionsQuery(id, mentions), webmentionPage),
    preload(commentsQuery(id, comments), commentPage),
    ...(post.isLongForm ? [preload(adjacentArticlesQuery(id), adjacent)] : []),
    ...(post.series ? [preload(seriesPlaceQuery(id), place)] : []),
    ...(author ? [preload(userQuery(user.username), withoutPeople(author))] : []),
  ]
}
