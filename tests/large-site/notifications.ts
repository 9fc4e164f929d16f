import { type Db, run } from '#kernel/db.ts'
import { likedPost, members, star } from './cast.ts'

/** The star has one unread entry, about a post that everyone likes, and 4,999 older entries; other members have about
 *  20,000. */
export async function seedNotifications(db: Db): Promise<void> {
  await run(db)`
    insert into notifications (member_id, kind, post_id, updated_at, placed_at, read_at)
    select member_id, 'like', id, now() - id * interval '1 minute', now() - id * interval '1 minute', now() from posts
    where id <> ${likedPost} and (member_id = ${star} or id <= 22000)`
  await run(db)`
    insert into notifications (member_id, kind, post_id, event_count, updated_at, placed_at)
    values (${star}, 'like', ${likedPost}, ${members - 1}, now(), now())`
  await run(db)`
    insert into notification_events (member_id, kind, post_id, source_id, notification_id, actor_id, created_at)
    select member_id, kind, post_id, 10, id, 10, updated_at from notifications where post_id <> ${likedPost}
    union all
    select member_id, kind, post_id, liker, id, liker, updated_at - liker * interval '1 second'
    from notifications, generate_series(1, ${members}::int) liker where post_id = ${likedPost} and liker <> ${star}`
  await run(db)`
    insert into notification_counts (member_id, total, unread)
    select member_id, count(*), count(*) filter (where read_at is null) from notifications group by member_id`
}
