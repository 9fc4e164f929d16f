import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { defaultLimit, maxLimit, type PageQuery, type Slice, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import { maxTags } from '#schemas/tag-names.contract.ts'
import { withMutedWords } from './muted-posts.store.ts'
import {
  isFeed,
  maxFollowedPosts,
  type Post,
  type PostList,
  type PostListQuery,
  UserPostsQuery,
} from './posts.contract.ts'
import { findStart } from './post-months.store.ts'
import { isInShownSection } from './post-sections.store.ts'
import { postsWithIds } from './posts.store.ts'

/** Returns a page of posts, newest or most liked first. A page past the end is empty. `following` is empty for visitors.
 *  The feed leaves out members whom the viewer has muted, and marks posts with a muted word. A tag cannot be combined
 *  with other filters. */
export async function listPosts(db: Db, query: PostListQuery, viewer: Member | null): Promise<PostList> {
  if (query.tag !== undefined) return pageOf(db, taggedPosts(query.tag), query, viewer)
  if (!viewer || !isFeed(query)) return pageOf(db, sourceOf(query, viewer), query, viewer)
  const list = await pageOf(db, sourceOf({ ...query, readerId: viewer.id }, viewer), query, viewer)
  return { ...list, posts: await withMutedWords(db, list.posts, viewer) }
}

/** Returns a page of the member's posts or articles, newest first, or of their pinned posts, most recently pinned
 *  first. */
export const listPostsBy = (
  db: Db,
  memberId: number,
  { pinned, articles, ...page }: UserPostsQuery,
  viewer: Member | null,
): Promise<PostList> =>
  pageOf(db, pinned ? pinnedBy(memberId) : articles ? articlesBy(memberId) : postsBy(memberId), page, viewer)

type Sql = RawBuilder<unknown>

/** An ordered set of posts: queries for their count and for their ids from either end, each an index-only scan. Short
 *  lists are read from the beginning only. */
interface Source {
  total: Sql
  ids: Sql
  idsFromEnd?: Sql
  months?: Months | undefined
}

/** For long lists: the number of posts per month, and the part of the list that matches a condition on `created_at`. */
interface Months {
  counts: Sql
  from: (start: Sql) => Source
}

/** `readerId`: excludes members whom this member has muted. */
type Filters = Pick<PostListQuery, 'isLongForm' | 'categoryId'> & { readerId?: number }

function sourceOf(query: PostListQuery & Filters, viewer: Member | null): Source {
  if (query.type === 'popular') return popularPosts(query)
  if (query.type === 'unlisted') return unlistedBy(viewer?.id ?? 0)
  return query.type === 'following' ? followedPosts(viewer?.id ?? 0, query) : newestPosts(query)
}

export function newestPosts(filters: Filters, start: Sql[] = []): Source {
  const ofKind = kindOf(filters)
  const where = all([...ofKind, ...unmuted(filters), ...start])
  return {
    total: sql`select coalesce(sum(total), 0) - ${mutedCount(filters, sql`post_count`)} as total from post_totals ${all([...ofKind, isInShownSection])}`,
    ids: sql`select id from posts ${where} order by created_at desc, id desc`,
    idsFromEnd: sql`select id from posts ${where} order by created_at, id`,
    months: monthsOfFeed(filters),
  }
}

/** Months are counted by category and by author. Those of muted authors are not known by category. */
function monthsOfFeed(filters: Filters): Months | undefined {
  const { readerId, categoryId, ...kind } = filters
  if (readerId !== undefined && categoryId !== undefined) return undefined
  const ofCategory = categoryId === undefined ? [] : [sql`list_id = ${categoryId}`]
  const muted = sql`
    union all select month, -post_count from mutes join post_months on list_id = muted_id
    ${all([sql`list = 'member' and mutes.member_id = ${readerId}`, isInShownSection, ...kindOf(kind)])}`
  return {
    counts: sql`${monthsOf('category', [...ofCategory, ...kindOf(kind)])} ${readerId === undefined ? sql`` : muted}`,
    from: (start) => newestPosts(filters, [start]),
  }
}

const monthsOf = (list: 'category' | 'member' | 'tag', conditions: Sql[]): Sql => sql`
  select month, post_count from post_months ${all([sql`list = ${sql.lit(list)}`, isInShownSection, ...conditions])}`

export function popularPosts(filters: Filters): Source {
  const ofKind = kindOf(filters)
  const where = all([sql`like_count > 0 and not is_withheld`, isInShownSection, ...ofKind, ...unmuted(filters)])
  return {
    total: sql`select coalesce(sum(post_count), 0) - ${mutedCount(filters, sql`liked_count`)} as total
      from liked_post_totals ${all([...ofKind, isInShownSection])}`,
    ids: sql`select post_id as id from like_counts ${where} order by like_count desc, created_at desc, post_id desc`,
    idsFromEnd: sql`select post_id as id from like_counts ${where} order by like_count, created_at, post_id`,
  }
}

/** Posts with the tag, newest first. */
export function taggedPosts(tag: string, start: Sql[] = []): Source {
  const where = all([sql`tag_id = ${tagIdOf(tag)} and not is_withheld`, isInShownSection, ...start])
  return {
    total: sql`select coalesce((select post_count from shown_tags where id = ${tagIdOf(tag)}), 0) as total`,
    ids: sql`select post_id as id from post_tags ${where} order by created_at desc, post_id desc`,
    idsFromEnd: sql`select post_id as id from post_tags ${where} order by created_at, post_id`,
    months: {
      counts: monthsOf('tag', [sql`list_id = ${tagIdOf(tag)}`]),
      from: (from) => taggedPosts(tag, [from]),
    },
  }
}

/** Resolves a former name to the current tag. */
const tagIdOf = (tag: string): Sql => sql`coalesce(
  (select tag_id from former_tags where name = ${tag}), (select id from tags where name = ${tag}))`

export const postsBy = (memberId: number): Source => postsOf(memberId, [])

export const articlesBy = (memberId: number): Source => postsOf(memberId, [sql`is_long_form`])

function postsOf(memberId: number, kind: Sql[], start: Sql[] = []): Source {
  const by = sql`member_id = ${memberId}`
  const where = all([by, ...kind, ...start])
  return {
    total: sql`select coalesce(sum(post_count), 0) as total from shown_post_counts ${all([by, ...kind])}`,
    ids: sql`select id from posts ${where} order by created_at desc, id desc`,
    idsFromEnd: sql`select id from posts ${where} order by created_at, id`,
    months: {
      counts: monthsOf('member', [sql`list_id = ${memberId}`, ...kind]),
      from: (from) => postsOf(memberId, kind, [from]),
    },
  }
}

function unlistedBy(memberId: number): Source {
  const posts = sql`from readable_posts where member_id = ${memberId} and is_unlisted`
  return {
    total: sql`select count(*) as total ${posts}`,
    ids: sql`select id ${posts} order by created_at desc, id desc`,
    idsFromEnd: sql`select id ${posts} order by created_at, id`,
  }
}

function pinnedBy(memberId: number): Source {
  const pins = sql`from pins join posts on id = post_id where pins.member_id = ${memberId}`
  return {
    total: sql`select count(*) as total ${pins}`,
    ids: sql`select id ${pins} order by pins.created_at desc, id desc`,
    idsFromEnd: sql`select id ${pins} order by pins.created_at, id`,
  }
}

/** The newest {@link maxFollowedPosts} posts by followed members or with a followed tag. For each member and tag, reads
 *  only about as many posts as fit on the pages so far. */
export function followedPosts(followerId: number, { page, limit, ...filters }: Filters & PageQuery): Source {
  const reach = sql.lit(reachOf(page * limit))
  const most = sql.lit(maxFollowedPosts)
  const byMember = all([sql`member_id = following_id`, ...kindOf(filters)])
  const members = sql`follows cross join lateral`
  const whereFollowed = all([sql`follower_id = ${followerId}`, ...unmuted(filters, sql`following_id`)])
  const withTag = [
    sql`post_tags.tag_id = tag_follows.tag_id and not is_withheld and post_tags.member_id <> ${followerId}`,
    isInShownSection,
    ...kindOf(filters),
    ...unmuted(filters, sql`post_tags.member_id`),
  ]
  const tagged = (conditions: Sql[], limit: Sql) => sql`
    tag_follows cross join lateral (
      select post_id, created_at from post_tags ${all(conditions)}
      order by created_at desc, post_id desc limit ${limit}) as tagged`
  const byOthers = sql`post_tags.member_id not in (select following_id from follows where follower_id = ${followerId})`
  return {
    // Tags are read only if followed members have few posts, so there are few to skip. With up to `maxTags` tags each,
    // so many rows belong to at least as many posts as are listed.
    total: sql`
      with by_followed as (
        select coalesce(sum(count), 0)::int as count
        from ${members} (select sum(post_count) as count from shown_post_counts ${byMember}) as each ${whereFollowed})
      select least(${most}, count + (
        select count(distinct post_id) from (
          select post_id from ${tagged([...withTag, byOthers], most)}
          where tag_follows.member_id = ${followerId} and by_followed.count < ${most}
          limit ${sql.lit(maxFollowedPosts * maxTags)}) as found)) as total
      from by_followed`,
    ids: sql`
      select id from (
        select id, post.created_at from ${members} (
          select id, created_at from posts ${byMember} order by created_at desc, id desc limit ${reach}) as post ${whereFollowed}
        union
        select post_id, tagged.created_at from ${tagged(withTag, reach)} where tag_follows.member_id = ${followerId}) as found
      order by created_at desc, id desc`,
  }
}

/** Rounds up the number of posts to read, so that there are few prepared statements. See {@link idsQuery}. */
const reachOf = (posts: number): number =>
  Math.min(maxFollowedPosts, defaultLimit * 2 ** Math.max(0, Math.ceil(Math.log2(posts / defaultLimit))))

const kindOf = ({ isLongForm, categoryId }: Filters): Sql[] => [
  ...(isLongForm === undefined ? [] : [sql`is_long_form = ${isLongForm}`]),
  ...(categoryId === undefined ? [] : [sql`category_id = ${categoryId}`]),
]

/** A subquery that is hashed once, so that the order of an index scan is preserved. */
const unmuted = ({ readerId }: Filters, author = sql`member_id`): Sql[] =>
  readerId === undefined ? [] : [sql`${author} not in (select muted_id from mutes where mutes.member_id = ${readerId})`]

const mutedCount = ({ readerId, ...filters }: Filters, count: Sql): Sql =>
  readerId === undefined
    ? sql`0`
    : sql`(select coalesce(sum(${count}), 0) from mutes
        join shown_post_counts on shown_post_counts.member_id = muted_id ${all([sql`mutes.member_id = ${readerId}`, ...kindOf(filters)])})`

const all = (conditions: Sql[]): Sql => (conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``)

async function pageOf(db: Db, source: Source, { page, limit }: PageQuery, viewer: Member | null): Promise<PostList> {
  const total = (await one<{ total: number }>(db)`${source.total}`)?.total ?? 0
  const slice = sliceOf({ page, limit }, total)
  const fromStart = { ...slice, fromEnd: false, skip: (page - 1) * limit }
  const ids = await idsOf(db, source, source.idsFromEnd ? slice : fromStart)
  const posts = ids.length ? await postsWithIds(db, ids, viewer) : []
  return { posts: inOrder(posts, ids), page, totalPages: totalPagesOf(total, limit), total }
}

async function idsOf(db: Db, source: Source, slice: Slice): Promise<number[]> {
  if (slice.count === 0) return []
  const start = source.months && (await findStart(db, source.months.counts, slice))
  const read = start ? start.slice : slice
  const rows = await many<{ id: number }>(db)`${idsQuery(start ? source.months!.from(start.from) : source, read)}`
  const ids = rows.slice(0, read.count).map(({ id }) => id)
  return read.fromEnd ? ids.toReversed() : ids
}

/** The limit is one of two literals. As a parameter, it would make PostgreSQL replan the query on every call, and a
 *  literal for each limit would require up to a hundred prepared statements. */
export function idsQuery(source: Source, { fromEnd, skip, count }: Slice): Sql {
  const limit = sql.lit(count <= defaultLimit ? defaultLimit : maxLimit)
  return sql`${(fromEnd && source.idsFromEnd) || source.ids} limit ${limit} ${skip > 0 ? sql`offset ${skip}` : sql``}`
}

function inOrder(posts: Post[], ids: number[]): Post[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
