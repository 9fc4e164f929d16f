import { type Db, one, run, sql } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import type { RunningSite } from '#tests/support/site.ts'
import type { Row } from './row.ts'
import { withDatabase } from './seed.ts'
import { compareWithSql, type SqlComparison } from './sql-baseline.ts'
import { rankOf, word } from './words.ts'

const posts = 100_000
const members = 10_000

/** The search terms of each query. `word(0)` is the most common word, `word(9000)` a rare one. */
const queries = {
  'a rare word': [word(9000)],
  'a word in every tenth post': [word(60)],
  'the most common word': [word(0)],
  'two common words': [word(0), word(1)],
  'two common words that never occur together': ['oddpost', 'evenpost'],
  'a common and a rare word': [word(0), word(9000)],
  'the beginning of one word': [word(40).slice(0, -2)],
  'the beginning of many words': ['ba'],
  'a phrase': [`"${word(300)} ${word(2)}"`],
  'a phrase of common words': [`"${word(1)} ${word(0)}"`],
  'a phrase without a match': [`"evenpost ${word(0)} evenpost"`],
  'one word without another': [word(0), `-${word(1)}`],
  'a word without a match': ['xyzzyplugh'],
  'a word that only old posts have': ['longago'],
  'the name of a member': ['member1234'],
  'a word that all members have': ['developer'],
} satisfies Record<string, string[]>

/** Measures a search of 100,000 posts and 10,000 members for each kind of query, with one client. */
export const measureSearch = ({ url, dataDir }: RunningSite): Promise<Row[]> =>
  withDatabase(dataDir, async (db, databaseUrl) => {
    await seedSearch(db)
    return compareWithSql(
      databaseUrl,
      Object.entries(queries).map(([name, words]) => comparisonOf(url, name, words.join(' '))),
    )
  })

const comparisonOf = (url: string, name: string, q: string): SqlComparison => ({
  name: `search: ${name}`,
  url: `${url}/api/search?${new URLSearchParams({ q }).toString()}`,
  sql: matchesSql,
  values: [q],
  atMost: 7,
})

/** Finds and ranks matches in the newest 5,000 posts, which is also how a site search begins. */
const matchesSql = `
  select id, ts_rank(words, query, 1)
  from (select post_id as id, words from search_posts order by post_id desc limit 5000) newest,
    websearch_to_tsquery('english', $1) query
  where words @@ query order by id desc limit 500`

async function seedSearch(db: Db): Promise<void> {
  await insertMembers(db)
  await withoutIndex(db, async () => {
    for (let from = 0; from < posts; from += 2000) await insertPosts(db, from, 2000)
  })
  await sql`vacuum analyze`.execute(db)
}

/** Drops the index for the duration of `work`: building it once is much faster than updating it row by row. */
async function withoutIndex(db: Db, work: () => Promise<void>): Promise<void> {
  const index = await one<{ definition: string }>(db)`
    select indexdef as definition from pg_indexes where indexname = 'search_posts_words'`
  await run(db)`drop index search_posts_words`
  await work()
  await sql.raw(index!.definition).execute(db)
}

const insertMembers = (db: Db) => run(db)`
  insert into members (issuer, subject, username, display_name, role, title, bio, skills)
  select 'bench', 'search' || n, 'member' || n, 'Member ' || n, 'member', 'Software Developer', 'I write software.', '{SQL}'
  from generate_series(1001, ${1000 + members}::int) as n`

async function insertPosts(db: Db, from: number, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => textOf(from + index))
  await run(db)`
    insert into posts (member_id, title, content, content_html, plain_text, render_version, excerpt, reading_minutes,
      category_id, is_long_form)
    select (select min(id) from members where issuer = 'bench'), title, text, '', text, ${renderVersion()}::int, '', 1, 5,
      title is not null
    from json_to_recordset(${JSON.stringify(texts)}::json) as (title text, text text)`
}

/** Every sixth post is an article of 400 to 1,200 words; the others have 15 to 105. */
function textOf(number: number): { title: string | null; text: string } {
  const isArticle = number % 6 === 0
  const length = isArticle ? 400 + Math.floor(random() * 800) : 15 + Math.floor(random() * 90)
  const marks = [number % 2 ? 'oddpost' : 'evenpost', ...(number < posts / 4 ? ['longago'] : [])]
  return { title: isArticle ? randomWords(6) : null, text: `${marks.join(' ')} ${randomWords(length)}` }
}

const randomWords = (count: number): string => Array.from({ length: count }, () => word(rankOf(random()))).join(' ')

let state = 1
/** Returns a pseudo-random number in [0, 1), in the same sequence on every run. Source: Numerical Recipes, quick
 *  generators. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
