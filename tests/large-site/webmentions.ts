import { type Db, run } from '#kernel/db.ts'
import { likedPost, star } from './cast.ts'

/** 10,000 verified mentions of the star, a fifth of them about one post, and the Bluesky profiles of 5,000 of their
 *  authors. */
export async function seedWebmentions(db: Db): Promise<void> {
  await run(db)`
    insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id, state, status,
      author_url, check_at)
    select 'https://a.example/' || n, 'https://devstead.test/', (n % 500) || '.example', '/', ${star},
      case when n % 5 = 0 then ${likedPost}::int end, 'verified', (array['approved', 'pending', 'spam'])[1 + n % 3],
      case when n % 10 = 0 then 'https://bsky.app/profile/p' || n % 900 || '.example' else 'https://a.example/' || n % 900 end,
      now() + n * interval '1 minute'
    from generate_series(1, 10000) n`
  await run(db)`
    insert into webmention_counts (post_id, webmention_count)
    select post_id, count(*) from webmentions where post_id is not null and status = 'approved' group by post_id`
  await run(db)`
    insert into moderation_counts (owner_id, kind, status, item_count)
    select owner_id, 'webmention', status, count(*) from webmentions where state = 'verified' group by owner_id, status`
  await run(db)`
    insert into moderation_totals (part, kind, status, item_count)
    select owner_id % 16, kind, status, sum(item_count) from moderation_counts group by 1, 2, 3`
  await run(db)`
    insert into bluesky_profiles (actor, did, handle, name, refreshed_at)
    select 'p' || n || '.example', 'did:plc:' || n, 'p' || n || '.example', '', now() from generate_series(1, 5000) n`
}
