import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { type PageQuery, type Slice, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import type { ListedUser, UserList, UserListQuery } from './profiles.contract.ts'

/** Lists members, newest first. With `search`, only those whose username or name starts with it. */
export const listUsers = (db: Db, { search, ...page }: UserListQuery, viewerId: number | null): Promise<UserList> =>
  pageOf(db, search ? membersLike(search) : allMembers, page, viewerId)

/** Lists the member's followers, newest first. */
export const listFollowers = (db: Db, memberId: number, page: PageQuery, viewerId: number | null): Promise<UserList> =>
  pageOf(db, followersOf(memberId), page, viewerId)

/** Lists the members that the member follows, newest first. */
export const listFollowing = (db: Db, memberId: number, page: PageQuery, viewerId: number | null): Promise<UserList> =>
  pageOf(db, followedBy(memberId), page, viewerId)

export const isMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`select from members where id = ${id}`) !== null

type Sql = RawBuilder<unknown>

/** A sorted list of members: queries for its length and for its ids from either end, all index-only. */
interface Source {
  total: Sql
  ids: Sql
  idsFromEnd: Sql
}

export const allMembers: Source = {
  total: sql`select coalesce(sum(member_count), 0) as total from member_totals where standing = 'present'`,
  ids: sql`select id from members order by id desc`,
  idsFromEnd: sql`select id from members order by id`,
}

export function membersLike(search: string): Source {
  const matching = sql`(select id from members where ${begins('username', search)}
    union select id from members where ${begins('display_name', search)}) as matching`
  return {
    total: sql`select count(*) as total from ${matching}`,
    ids: sql`select id from ${matching} order by id desc`,
    idsFromEnd: sql`select id from ${matching} order by id`,
  }
}

export const followersOf = (memberId: number): Source => ({
  total: sql`select followers_count as total from follow_counts where member_id = ${memberId}`,
  ids: sql`select follower_id as id from follows where following_id = ${memberId}
    order by created_at desc, follower_id desc`,
  idsFromEnd: sql`select follower_id as id from follows where following_id = ${memberId}
    order by created_at, follower_id`,
})

export const followedBy = (memberId: number): Source => ({
  total: sql`select following_count as total from follow_counts where member_id = ${memberId}`,
  ids: sql`select following_id as id from follows where follower_id = ${memberId}
    order by created_at desc, following_id desc`,
  idsFromEnd: sql`select following_id as id from follows where follower_id = ${memberId}
    order by created_at, following_id`,
})

// A range, because a prepared `like` with a parameter cannot use the index.
const begins = (column: string, search: string): Sql => sql`lower(${sql.ref(column)}) ~>=~ lower(${search}::text)
  and lower(${sql.ref(column)}) ~<~ (lower(${search}::text) || chr(1114111))`

async function pageOf(db: Db, source: Source, { page, limit }: PageQuery, viewerId: number | null): Promise<UserList> {
  const total = (await one<{ total: number }>(db)`${source.total}`)?.total ?? 0
  const ids = await idsOf(db, source, sliceOf({ page, limit }, total))
  const users = ids.length > 0 ? await usersWithIds(db, ids, viewerId) : []
  return { users, page, totalPages: totalPagesOf(total, limit), total }
}

async function idsOf(db: Db, source: Source, { fromEnd, skip, count }: Slice): Promise<number[]> {
  if (count === 0) return []
  const order = fromEnd ? source.idsFromEnd : source.ids
  const rows = await many<{ id: number }>(db)`${order} limit ${count} offset ${skip}`
  const ids = rows.map(({ id }) => id)
  return fromEnd ? ids.toReversed() : ids
}

/** Returns the existing members with these ids, in the given order. */
const usersWithIds = (db: Db, ids: number[], viewerId: number | null) => many<ListedUser>(db)`
  select id, username, display_name as "displayName", profile_image as "profileImage", title,
    (select coalesce(sum(post_count), 0) from shown_post_counts where member_id = members.id) as "postCount",
    coalesce(followers_count, 0) as "followersCount",
    exists (select from follows where follower_id = ${viewerId}::int and following_id = members.id) as "isFollowing"
  from members left join follow_counts on member_id = id
  where id = any(${ids}::int[]) order by array_position(${ids}::int[], id)`
