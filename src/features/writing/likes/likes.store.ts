import { type Db, one, run } from '#kernel/db.ts'
import type { LikeState } from './likes.contract.ts'

/** Likes the post as the member. A second like changes nothing.
 *  @returns the new state, or null if there is no such post */
export const like = async (db: Db, postId: number, memberId: number): Promise<LikeState | null> =>
  (await addLike(db, postId, memberId)) ?? findLikeState(db, postId, memberId)

/** Removes the member's like, if there is one. @returns the same as {@link like} */
export const unlike = async (db: Db, postId: number, memberId: number): Promise<LikeState | null> =>
  (await removeLike(db, postId, memberId)) ?? findLikeState(db, postId, memberId)

/** Removes all likes by the member, for account deletion. */
export const removeLikesBy = (db: Db, memberId: number) => run(db)`
  with gone as (delete from likes where member_id = ${memberId} returning post_id),
  held as (
    select post_id from like_counts join gone using (post_id) order by post_id for update of like_counts)
  update like_counts set like_count = like_count - 1 from held where like_counts.post_id = held.post_id`

/** Sets a like's time, for the demo. */
export const backdateLike = (db: Db, postId: number, memberId: number, createdAt: Date) => run(db)`
  update likes set created_at = ${createdAt} where post_id = ${postId} and member_id = ${memberId}`

// All statements lock in the order post, like, count, so that they cannot deadlock.
const addLike = (db: Db, postId: number, memberId: number) => one<LikeState>(db)`
  with post as (
    select id, is_long_form, category_id, created_at, member_id, is_withheld from readable_posts where id = ${postId} for key share),
  added as (
    insert into likes (post_id, member_id) select id, ${memberId}::int from post on conflict do nothing returning post_id)
  insert into like_counts as counts (post_id, like_count, is_long_form, category_id, created_at, member_id, is_withheld)
  select post.id, 1, post.is_long_form, post.category_id, post.created_at, post.member_id, post.is_withheld
  from post join added on added.post_id = post.id
  on conflict (post_id) do update set like_count = counts.like_count + 1
  returning true as "isLiked", like_count as "likeCount"`

const removeLike = (db: Db, postId: number, memberId: number) => one<LikeState>(db)`
  with gone as (delete from likes where post_id = ${postId} and member_id = ${memberId}::int returning post_id)
  update like_counts set like_count = like_count - 1 from gone where like_counts.post_id = gone.post_id
  returning false as "isLiked", like_count as "likeCount"`

const findLikeState = (db: Db, postId: number, memberId: number) => one<LikeState>(db)`
  select exists (select from likes where post_id = posts.id and member_id = ${memberId}::int) as "isLiked",
    coalesce((select like_count from like_counts where post_id = posts.id), 0) as "likeCount"
  from readable_posts posts where id = ${postId}`
