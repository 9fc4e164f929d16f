import { type Db, inTransaction, many, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { durationMs } from './duration.ts'
import { median, msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const manyReactions = 1000
const fewReactions = 10
const posts = 40
const warmUpPages = 5

/** Compares the page for a post with 1,000 comments and 1,000 webmentions to the page for a post with ten of each.
 *  Requests each page once, because a cached page would be equally fast for both. */
export async function measureDiscussedPost({ url, dataDir }: RunningSite): Promise<Row[]> {
  const ids = await withDatabase(dataDir, seedDiscussions)
  const durations: [busy: number[], quiet: number[]] = [[], []]
  for (const [index, id] of ids.entries()) durations[index % 2]!.push(await durationMs(`${url}/post/${id}`))
  const [busy, quiet] = durations.map((each) => median(each.slice(warmUpPages)))
  return [
    {
      name: 'post: 1,000 comments and mentions, p50 as a multiple of one with ten',
      value: busy! / quiet!,
      limit: { atMost: 2 },
      info: msOf(busy!, quiet!),
    },
  ]
}

/** Returns ids of posts of the same length, alternating between posts with many and with few reactions. */
async function seedDiscussions(db: Db): Promise<number[]> {
  const rows = await many<{ id: number }>(db)`
    select id from posts where not is_long_form and id % 50 = 7 order by id limit ${2 * posts}`
  const ids = rows.map(({ id }) => id)
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db) // skips the triggers that create notifications
    const counts = JSON.stringify(
      ids.map((id, index) => ({ id, count: index % 2 === 0 ? manyReactions : fewReactions })),
    )
    const discussed = sql`json_to_recordset(${counts}::json) as discussed (id int, count int)`
    await run(db)`
      insert into comments (post_id, owner_id, author_name, content, content_html, status)
      select posts.id, member_id, 'Reader ' || n, 'Well said', '<p>Well said, and <a href="https://a.example/' || n || '">more</a>.</p>', 'approved'
      from ${discussed} join posts using (id), generate_series(1, discussed.count) n`
    await run(db)`
      insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id, state, status, type,
        author_name, author_url, content, content_html, url)
      select 'https://a.example/' || n, '/post/' || posts.id, 'a.example', '/post/' || posts.id, member_id, posts.id, 'verified',
        'approved', (array['mention', 'in-reply-to', 'like-of', 'repost-of'])[1 + n % 4], 'Writer ' || n, 'https://a.example/' || n,
        'Said there', '<p>Said there</p>', 'https://a.example/' || n
      from ${discussed} join posts using (id), generate_series(1, discussed.count) n`
    await run(db)`insert into comment_counts select id, count from ${discussed}`
    await run(db)`insert into webmention_counts select id, count from ${discussed}`
  })
  await sql`vacuum analyze`.execute(db)
  return ids
}
