import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/database.ts'
import { type Db, inTransaction, run, sql } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { withStatementLimit } from '#kernel/statement-limit.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'

/** Fills an empty data folder with 20 members, posts of many lengths in all categories, and likes, whether or not its
 *  site is running. */
export const seedPosts = (dataDir: string, posts: number): Promise<void> =>
  withDatabase(dataDir, async (db) => {
    await insertMembers(db)
    await insertPosts(db, posts)
    await markRendered(db)
    await insertLikes(db)
    await sql`vacuum analyze`.execute(db)
  })

/** Opens the data folder's database for `work`, whether or not its site is running. Statements have no time
 *  limit, because seeding is slow on slow machines. */
export async function withDatabase<T>(dataDir: string, work: (db: Db, url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }), createLog({ level: 'error', format: 'json' }))
  try {
    return await withStatementLimit(Infinity, () => work(database.db, database.url))
  } finally {
    await database.close()
  }
}

/** Gives the fifty newest articles a realistic length: about 8 kB of HTML each. */
export async function lengthenArticles(db: Db): Promise<void> {
  const samples = JSON.stringify(Array.from({ length: 50 }, (_, index) => articleSample(index)))
  await run(db)`
    with samples as materialized (
      select row_number() over () as at, * from json_to_recordset(${samples}::json) as (content text, html text, excerpt text)),
    newest as (
      select id, row_number() over (order by created_at desc, id desc) as at from posts where is_long_form
      order by created_at desc, id desc limit 50)
    update posts set content = samples.content, content_html = samples.html, excerpt = samples.excerpt, reading_minutes = 6
    from newest join samples on samples.at = newest.at where posts.id = newest.id`
}

const insertMembers = (db: Db) => run(db)`
  insert into members (issuer, subject, username, display_name, role, title)
  select 'bench', gen_random_uuid()::text, 'member' || n, 'Member ' || n, case n when 1 then 'admin' else 'member' end, 'Software Developer'
  from generate_series(1, 20) as n`

async function insertPosts(db: Db, posts: number): Promise<void> {
  const samples = JSON.stringify(Array.from({ length: 50 }, (_, index) => sample(index)))
  await run(db)`
    with samples as materialized (
      select row_number() over () - 1 as at, * from json_to_recordset(${samples}::json) as (content text, html text, excerpt text)),
    added as (
      insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at, updated_at)
      select (n * 7919) % 20 + 1, case when n % 6 = 0 then 'An article about subject ' || n end, content, html, excerpt, 1,
        n % 5 + 1, n % 6 = 0, now() - n * interval '7 minutes', now() - n * interval '7 minutes'
      from generate_series(1, ${posts}::int) as n join samples on at = n % 50
      returning category_id, is_long_form)
    update post_totals set total = counted.total
    from (select category_id, is_long_form, count(*)::int as total from added group by 1, 2) as counted
    where (post_totals.category_id, post_totals.is_long_form) = (counted.category_id, counted.is_long_form)`
}

/** Otherwise, the site would render all posts again in the background, which distorts every measurement. */
const markRendered = (db: Db) =>
  inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await run(db)`update all_posts set render_version = ${renderVersion()}`
  })

/** Every third post has one to twenty likes. */
async function insertLikes(db: Db): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db) // skips the triggers that create notifications
    await run(db)`
      insert into likes (post_id, member_id)
      select posts.id, members.id from posts join members on members.id <= posts.id % 20 + 1 where posts.id % 3 = 0`
  })
  await run(db)`
    insert into like_counts (post_id, like_count, is_long_form, category_id, created_at, member_id)
    select id, id % 20 + 1, is_long_form, category_id, created_at, member_id from posts where id % 3 = 0`
}

interface Sample {
  content: string
  html: string
  excerpt: string
}

/** A typical post: a few lines, sometimes with a list or code. */
function sample(index: number): Sample {
  const parts = [
    `Today I looked into **subject ${index}** and wrote down what I found, with a [link](https://example.org/${index}).`,
    ...Array.from(
      { length: index % 4 },
      (_, line) => `Line ${line}: measure first, then change one thing, then measure again.`,
    ),
    ...(index % 3 === 0 ? ['- small steps\n- short functions\n- honest names'] : []),
    ...(index % 5 === 0 ? [`\`\`\`javascript\nconst answer = ${index} * 2\nconsole.log(answer)\n\`\`\``] : []),
  ]
  return rendered(parts.join('\n\n'))
}

/** An article: sections of prose with lists, tables, and code between them. */
function articleSample(index: number): Sample {
  const word = wordsFrom(index)
  const sentence = (length: number) => `${Array.from({ length }, word).join(' ')}.`
  const paragraph = () => Array.from({ length: 5 }, (_, n) => sentence(9 + ((index + n) % 7))).join(' ')
  const sections = Array.from({ length: 5 }, (_, n) => [
    `## ${sentence(4)}`,
    paragraph(),
    n % 2 ? `- ${sentence(5)}\n- ${sentence(6)}` : `| ${word()} | ${word()} |\n|---|---|\n| ${word()} | ${word()} |`,
    `${paragraph()} [${word()}](https://example.org/${word()}/${index})`,
    `\`\`\`javascript\nconst ${word()} = await ${word()}(${index})\nif (${word()} > ${n}) return null\n\`\`\``,
    paragraph(),
  ])
  return rendered(sections.flat().join('\n\n'), true)
}

/** Generates words from syllables, with about as many distinct words as in real text. The same seed yields the same
 *  words. */
function wordsFrom(seed: number): () => string {
  const syllables = [
    'ra',
    'ten',
    'lo',
    'mi',
    'sur',
    'ke',
    'dan',
    'vo',
    'pri',
    'est',
    'con',
    'ing',
    'ab',
    'tu',
    'fel',
    'or',
  ]
  let state = seed + 1
  const next = () => (state = (state * 48271) % 2147483647)
  return () => Array.from({ length: 1 + (next() % 3) }, () => syllables[next() % syllables.length]).join('')
}

function rendered(content: string, isArticle = false): Sample {
  const options = { siteUrl: 'http://127.0.0.1', image: () => null, isArticle }
  const { html, excerpt200 } = renderMarkdown(content, options)
  return { content, html, excerpt: excerpt200 }
}
