import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { defaultLimit, maxLimit, type PageQuery, totalPagesOf } from '#features/paging/paging.contract.ts'
import type { Post, PostList, PostListQuery } from './posts.contract.ts'
import { postsWithIds } from './posts.store.ts'

/** A page of the posts that the query asks for: newest first, or most liked first. A page past the end is empty.
 *  `following`: by those whom the viewer follows; nobody's for who is not signed in. */
export const listPosts = (db: Db, query: PostListQuery, viewer: Member | null): Promise<PostList> =>
  pageOf(db, sourceOf(query, viewer), query, viewer)

/** A page of what the member wrote, newest first. */
export const listPostsBy = (db: Db, memberId: number, query: PageQuery, viewer: Member | null): Promise<PostList> =>
  pageOf(db, postsBy(memberId), query, viewer)

type Sql = RawBuilder<unknown>

/** An order of posts: how many there are, and their ids from either end. Each is read from an index alone. */
interface Source {
  total: Sql
  ids: Sql
  idsFromEnd: Sql
}

type Filters = Pick<PostListQuery, 'isLongForm' | 'categoryId'>

function sourceOf(query: PostListQuery, viewer: Member | null): Source {
  if (query.type === 'popular') return popularPosts(query)
  return query.type === 'following' ? followedPosts(viewer?.id ?? 0, query) : newestPosts(query)
}

export function newestPosts(filters: Filters): Source {
  const where = all(conditionsOf(filters))
  return {
    total: sql`select coalesce(sum(total), 0) as total from post_totals ${where}`,
    ids: sql`select id from posts ${where} order by created_at desc, id desc`,
    idsFromEnd: sql`select id from posts ${where} order by created_at, id`,
  }
}

export function popularPosts(filters: Filters): Source {
  const where = all([sql`like_count > 0`, ...conditionsOf(filters)])
  return {
    total: sql`select count(*) as total from like_counts ${where}`,
    ids: sql`select post_id as id from like_counts ${where} order by like_count desc, created_at desc, post_id desc`,
    idsFromEnd: sql`select post_id as id from like_counts ${where} order by like_count, created_at, post_id`,
  }
}

export function postsBy(memberId: number): Source {
  const where = sql`where member_id = ${memberId}`
  return {
    total: sql`select count(*) as total from posts ${where}`,
    ids: sql`select id from posts ${where} order by created_at desc, id desc`,
    idsFromEnd: sql`select id from posts ${where} order by created_at, id`,
  }
}

/** Of each who is followed no more posts are read than could stand on the page. */
export function followedPosts(followerId: number, { page, limit, ...filters }: Filters & PageQuery): Source {
  const conditions = [sql`member_id = following_id`, ...conditionsOf(filters)]
  const followed = sql`follows cross join lateral`
  const where = sql`where follower_id = ${followerId}`
  const reach = sql`limit ${page * limit}`
  return {
    total: sql`select coalesce(sum(count), 0)::int as total
      from ${followed} (select count(*) from posts ${all(conditions)}) as each ${where}`,
    ids: sql`select id from ${followed} (select id, created_at from posts ${all(conditions)}
      order by created_at desc, id desc ${reach}) as post ${where} order by post.created_at desc, id desc`,
    idsFromEnd: sql`select id from ${followed} (select id, created_at from posts ${all(conditions)}
      order by created_at, id ${reach}) as post ${where} order by post.created_at, id`,
  }
}

const conditionsOf = ({ isLongForm, categoryId }: Filters): Sql[] => [
  ...(isLongForm === undefined ? [] : [sql`is_long_form = ${isLongForm}`]),
  ...(categoryId === undefined ? [] : [sql`category_id = ${categoryId}`]),
]
const all = (conditions: Sql[]): Sql => (conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``)

async function pageOf(db: Db, source: Source, { page, limit }: PageQuery, viewer: Member | null): Promise<PostList> {
  const total = (await one<{ total: number }>(db)`${source.total}`)?.total ?? 0
  const ids = await idsOf(db, source, stretchOf({ page, limit }, total))
  const posts = ids.length ? await postsWithIds(db, ids, viewer) : []
  return { posts: inOrder(posts, ids), page, totalPages: totalPagesOf(total, limit), total }
}

interface Stretch {
  fromEnd: boolean
  skip: number
  count: number
}

/** Where a page lies, seen from the nearer end of the list, so that the last page costs no more than the first. */
export function stretchOf({ page, limit }: PageQuery, total: number): Stretch {
  const before = (page - 1) * limit
  const count = Math.max(0, Math.min(limit, total - before))
  const after = total - before - count
  return before <= after ? { fromEnd: false, skip: before, count } : { fromEnd: true, skip: after, count }
}

async function idsOf(db: Db, source: Source, stretch: Stretch): Promise<number[]> {
  if (stretch.count === 0) return []
  const rows = await many<{ id: number }>(db)`${idsQuery(source, stretch)}`
  const ids = rows.slice(0, stretch.count).map(({ id }) => id)
  return stretch.fromEnd ? ids.toReversed() : ids
}

/** The limit stands in the text, in one of two sizes: as a parameter it would have PostgreSQL plan at every call, and
 *  in every size it would be a hundred statements. */
export function idsQuery(source: Source, { fromEnd, skip, count }: Stretch): Sql {
  const limit = sql.lit(count <= defaultLimit ? defaultLimit : maxLimit)
  return sql`${fromEnd ? source.idsFromEnd : source.ids} limit ${limit} ${skip > 0 ? sql`offset ${skip}` : sql``}`
}

function inOrder(posts: Post[], ids: number[]): Post[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
