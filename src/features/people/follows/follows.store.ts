import { type Db, one, run } from '#kernel/db.ts'
import type { FollowState } from './follows.contract.ts'

interface Pair {
  followerId: number
  followingId: number
}

/** Creates the follow unless it exists. @returns the new state, or null if the followed member does not exist */
export const follow = async (db: Db, pair: Pair): Promise<FollowState | null> =>
  (await addFollow(db, pair)) ?? findFollowState(db, pair)

/** Deletes the follow if it exists. @returns the new state, or null if the followed member does not exist */
export const unfollow = async (db: Db, pair: Pair): Promise<FollowState | null> =>
  (await removeFollow(db, pair)) ?? findFollowState(db, pair)

/** Deletes all of the member's follows in both directions, for account deletion. */
export async function removeFollowsOf(db: Db, memberId: number): Promise<void> {
  await deleteFollowsOf(db, memberId)
  await run(db)`delete from follow_counts where member_id = ${memberId}`
}

const deleteFollowsOf = (db: Db, memberId: number) => run(db)`
  with deleted as (
    delete from follows where follower_id = ${memberId}::int or following_id = ${memberId}::int
    returning follower_id, following_id),
  deltas as (
    select member_id, sum(followers)::int as followers, sum(following)::int as following from (
      select following_id as member_id, 1 as followers, 0 as following from deleted
      union all select follower_id, 0, 1 from deleted) as sides
    group by member_id),
  locked as (
    select counts.member_id, followers, following from follow_counts counts join deltas using (member_id)
    order by counts.member_id for update of counts)
  update follow_counts counts set followers_count = counts.followers_count - locked.followers,
    following_count = counts.following_count - locked.following
  from locked where counts.member_id = locked.member_id`

/** Sets the time of a follow, for the demo content. */
export const backdateFollow = (db: Db, { followerId, followingId }: Pair, createdAt: Date) => run(db)`
  update follows set created_at = ${createdAt} where follower_id = ${followerId} and following_id = ${followingId}`

// To avoid deadlocks, all statements lock in the same order: the follow, then the counts by member id.
const addFollow = (db: Db, { followerId, followingId }: Pair) => one<FollowState>(db)`
  with followed as (select id from members where id = ${followingId} for key share),
  added as (
    insert into follows (follower_id, following_id) select ${followerId}::int, id from followed
    on conflict do nothing returning follower_id, following_id),
  moved as (
    insert into follow_counts as counts (member_id, followers_count, following_count)
    select member_id, followers, following from (
      select following_id as member_id, 1 as followers, 0 as following from added
      union all select follower_id, 0, 1 from added) as sides
    order by member_id
    on conflict (member_id) do update set followers_count = counts.followers_count + excluded.followers_count,
      following_count = counts.following_count + excluded.following_count
    returning member_id, followers_count)
  select true as "isFollowing", followers_count as "followersCount" from moved where member_id = ${followingId}`

const removeFollow = (db: Db, { followerId, followingId }: Pair) => one<FollowState>(db)`
  with deleted as (
    delete from follows where follower_id = ${followerId}::int and following_id = ${followingId}::int
    returning follower_id, following_id),
  locked as (
    select counts.member_id, (counts.member_id = following_id)::int as followers,
      (counts.member_id = follower_id)::int as following
    from follow_counts counts join deleted on counts.member_id in (follower_id, following_id)
    order by counts.member_id for update of counts),
  moved as (
    update follow_counts counts set followers_count = counts.followers_count - locked.followers,
      following_count = counts.following_count - locked.following
    from locked where counts.member_id = locked.member_id
    returning counts.member_id, counts.followers_count)
  select false as "isFollowing", followers_count as "followersCount" from moved where member_id = ${followingId}`

const findFollowState = (db: Db, { followerId, followingId }: Pair) => one<FollowState>(db)`
  select exists (select from follows where follower_id = ${followerId}::int and following_id = members.id) as "isFollowing",
    coalesce((select followers_count from follow_counts where member_id = members.id), 0) as "followersCount"
  from members where id = ${followingId}`
