import { SearchResults } from '#features/search/search.contract.ts'
import { type Db, one, run, sql } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/markdown.ts'
import type { RunningSite } from '#tests/site.ts'
import { durationMs } from './duration.ts'
import { p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const posts = 100_000
const members = 10_000
const rounds = 40

const syllables = 'ba co di fu ga he ki lo mu ne pa ro si tu va wo xe zo'.split(' ')
const words: string[] = []

/** The kinds of questions, as words by how common they are: the word of rank 0 is in most posts. */
const questions = {
  'a rare word': [word(9000)],
  'a word of every tenth post': [word(60)],
  'the commonest word': [word(0)],
  'two common words': [word(0), word(1)],
  'two common words that never meet': ['oddpost', 'evenpost'],
  'a common and a rare word': [word(0), word(9000)],
  'the beginning of a word': [word(40).slice(0, -2)],
  'the beginning of many words': ['ba'],
  'a phrase': [`"${word(300)} ${word(2)}"`],
  'a phrase of common words': [`"${word(1)} ${word(0)}"`],
  'a phrase that nobody wrote': [`"evenpost ${word(0)} evenpost"`],
  'words without another': [word(0), `-${word(1)}`],
  nothing: ['xyzzyplugh'],
  'a word that was common long ago': ['longago'],
  members: ['member1234'],
  'a word of all members': ['developer'],
} satisfies Record<string, string[]>

/** How long a search takes over 100,000 posts and 10,000 members, for each kind of question, at one client. */
export async function measureSearch({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, seedSearch)
  const rows: Row[] = []
  for (const [name, words] of Object.entries(questions)) {
    const address = `${url}/api/search?${new URLSearchParams({ q: words.join(' ') }).toString()}`
    SearchResults.parse(await (await fetch(address)).json())
    const durations: number[] = []
    for (let round = 0; round < rounds; round++) durations.push(await durationMs(address))
    rows.push({ name: `search: ${name}, p95 in ms`, figure: p95(durations.slice(2)), limit: { atMost: 50 } })
  }
  return rows
}

async function seedSearch(db: Db): Promise<void> {
  await insertMembers(db)
  await withoutIndex(db, async () => {
    for (let from = 0; from < posts; from += 2000) await insertPosts(db, from, 2000)
  })
  await sql`vacuum analyze`.execute(db)
}

/** An index is made much faster than it grows. */
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
    select (select min(id) from members where issuer = 'bench'), title, text, '', text, ${renderVersion}::int, '', 1, 5,
      title is not null
    from json_to_recordset(${JSON.stringify(texts)}::json) as (title text, text text)`
}

/** Every sixth is an article of 400 to 1,200 words, the others have 15 to 105. */
function textOf(number: number): { title: string | null; text: string } {
  const isArticle = number % 6 === 0
  const length = isArticle ? 400 + Math.floor(chance() * 800) : 15 + Math.floor(chance() * 90)
  const marks = [number % 2 ? 'oddpost' : 'evenpost', ...(number < posts / 4 ? ['longago'] : [])]
  return { title: isArticle ? someWords(6) : null, text: `${marks.join(' ')} ${someWords(length)}` }
}

const someWords = (count: number): string => Array.from({ length: count }, () => word(someRank())).join(' ')

/** As often as words are in writing: the one of rank n about 1 / n times as often as the first of 30,000. */
const someRank = (): number => Math.floor(3 * (10_000 ** chance() - 1))

/** The word of that rank, the same in every run. */
function word(rank: number): string {
  return (words[rank] ??= spelled(rank + 18 * 18))
}

function spelled(number: number): string {
  const parts: string[] = []
  for (let rest = number; rest > 0; rest = Math.floor(rest / 18)) parts.push(syllables[rest % 18]!)
  return parts.join('')
}

let state = 1
/** From 0 up to 1, the same numbers in every run. Source: Numerical Recipes, a quick generator. */
function chance(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
