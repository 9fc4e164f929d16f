import type { Client } from 'pg'
import type { Scale } from './cast.ts'
import { withoutIndexes } from './copy.ts'

/** Adds the notifications of likes, comments, and mentions on the newer half of the posts, as the triggers would: one
 *  entry per post and kind, with an event per like. All but the newest are read. */
export async function seedNotifications(client: Client, { posts }: Scale): Promise<void> {
  const since = Math.floor(posts / 2)
  await withoutIndexes(client, ['notifications', 'notification_events'], async () => {
    await client.query(`
      create temp table told as
      select post.member_id, 'like' as kind, post_id, likes.member_id as source_id, likes.member_id as actor_id,
        null as actor_name, likes.created_at
      from likes join all_posts as post on post.id = post_id where post_id > ${since} and likes.member_id <> post.member_id
      union all
      select post.member_id, 'comment', post_id, comment.id, comment.member_id, author_name, comment.created_at
      from all_comments as comment join all_posts as post on post.id = post_id
      where post_id > ${since} and status = 'approved' and comment.member_id is distinct from post.member_id
      union all
      select owner_id, 'mention', post_id, id, null, author_name, created_at from webmentions
      where post_id > ${since} and status = 'approved'`)
    await client.query(`
      insert into notifications (member_id, kind, post_id, event_count, updated_at, placed_at, read_at)
      select member_id, kind, post_id, count(*), max(created_at), max(created_at),
        case when post_id <= ${Math.floor(posts * 0.95)} then max(created_at) end
      from told group by member_id, kind, post_id order by max(created_at)`)
    await client.query(`
      insert into notification_events (member_id, kind, post_id, source_id, notification_id, actor_id, actor_name, created_at)
      select told.member_id, told.kind, told.post_id, source_id, entry.id, actor_id, actor_name, told.created_at
      from told join notifications as entry using (member_id, kind, post_id)`)
    await client.query('drop table told')
  })
  await client.query(`
    insert into notification_counts (member_id, total, unread)
    select member_id, count(*), count(*) filter (where read_at is null) from notifications group by member_id
    on conflict (member_id) do update set total = excluded.total, unread = excluded.unread`)
}
