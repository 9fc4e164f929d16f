import { type Db, inTransaction, many, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/site.ts'
import { durationMs } from './duration.ts'
import { median, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const manyVoices = 1000
const fewVoices = 10
const posts = 40

/** How long the page of a post takes under which a thousand comments and a thousand webmentions stand, against one with ten
 *  of each. Every page is asked for once: what is kept of it would be as fast for both. */
export async function measureDiscussedPost({ url, dataDir }: RunningSite): Promise<Row[]> {
  const ids = await withDatabase(dataDir, seedDiscussions)
  const durations: [busy: number[], quiet: number[]] = [[], []]
  for (const [at, id] of ids.entries()) durations[at % 2]!.push(await durationMs(`${url}/post/${id}`))
  const [busy, quiet] = durations.map((each) => median(each.slice(5)))
  return [
    {
      name: 'post: 1,000 comments and mentions, p50 as a multiple of ten',
      figure: busy! / quiet!,
      limit: { atMost: 2 },
    },
  ]
}

/** @returns posts of one length, in turn with many and with few that speak of them */
async function seedDiscussions(db: Db): Promise<number[]> {
  const rows = await many<{ id: number }>(db)`
    select id from posts where not is_long_form and id % 50 = 7 order by id limit ${2 * posts}`
  const ids = rows.map(({ id }) => id)
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db) // nobody is told
    const counts = JSON.stringify(ids.map((id, at) => ({ id, count: at % 2 === 0 ? manyVoices : fewVoices })))
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
