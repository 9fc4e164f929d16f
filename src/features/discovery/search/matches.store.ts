import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { Terms } from './terms.contract.ts'

/** At most so many are found and ranked, of writings and of members: those with the words in their title, then the newest. */
const maxMatches = 500

export interface Match {
  id: number
  isLongForm: boolean
  /** All words stand in the title, or in a member's name. */
  isTitled: boolean
  /** In steps of a fifth or so: what lies closer together is equally good. */
  rank: number
}

export interface Matches {
  matches: Match[]
  /** There are more. */
  isCapped: boolean
}

/** A question as PostgreSQL's texts of tsquery. */
export interface TextQueries {
  all: string
  titled: string
  /** Every word that is looked for, wherever it stands. */
  words: string
}

/** How words count: as they are, as the beginnings of words, or the last one also as the beginning of a name. */
export type Reading = 'whole' | 'beginnings' | 'names'

/** Words that say little (how, to, the) need not be there, unless there are no others or they stand in quotes. */
export async function textQueriesFor(db: Db, terms: Terms, reading: Reading): Promise<TextQueries> {
  const phrases = (joint: string, label = '') => terms.phrases.map((phrase) => joined(phrase, joint, label))
  const without = terms.without.map((phrase) => `!${joined(phrase, '<->')}`)
  const query = (words: string[], rest: string[]) => querySql(words, rest, terms.phrases.length > 0)
  return (await one<TextQueries>(db)`select
    ${query(wordsOf(terms, reading), [...phrases('<->'), ...without])}::text as all,
    ${query(wordsOf(terms, reading, 'A'), [...phrases('<->', 'A'), ...without])}::text as titled,
    ${query(wordsOf(terms, reading), phrases('&'))}::text as words`)!
}

/** Of letters and digits alone: nothing in a word can mean anything to PostgreSQL. */
const quoted = (word: string, label: string) => `'${word}'${label && `:${label}`}`
const joined = (words: string[], joint: string, label = '') =>
  `(${words.map((word) => quoted(word, label)).join(` ${joint} `)})`

function wordsOf({ words, endsWithWord }: Terms, reading: Reading, label = ''): string[] {
  return words.map((word, index) => {
    const isLast = endsWithWord && index === words.length - 1
    if (reading === 'beginnings' && word.length >= minBeginning) return begun(word, isLast, label)
    const whole = quoted(word, label)
    return reading === 'names' && isLast ? `(${whole} | ${quoted(word, '*A')})` : whole
  })
}

const minBeginning = 2

/** Every word that begins so. One that is not typed to its end may be longer than its stem: `accessib` than `access`. */
function begun(word: string, isLast: boolean, label: string): string {
  const letters = Array.from(word)
  const stems = isLast ? [1, 2, 3].map((less) => letters.slice(0, -less)).filter(({ length }) => length > 3) : []
  return `(${[quoted(word, `*${label}`), ...stems.map((stem) => quoted(stem.join(''), label))].join(' | ')})`
}

type Sql = RawBuilder<unknown>

function querySql(words: string[], rest: string[], hasPhrases: boolean): Sql {
  const text = words.join(' & ')
  const telling = sql`to_tsquery('english', ${text})`
  return sql`(case when ${hasPhrases} or numnode(${telling}) > 0 then ${telling} else to_tsquery('search', ${text}) end
    && to_tsquery('search', ${rest.join(' & ')}))`
}

/** What is searched: rows of `id`, `is_long_form` and `words`, newest last by their `id`. */
export const writings = sql`select post_id as id, is_long_form, words from search_posts`
export const posts = sql`${writings} where not is_long_form`
export const articles = sql`${writings} where is_long_form`
export const members = sql`select member_id as id, false as is_long_form, words from search_members`
export const projects = sql`
  select project_id as id, false as is_long_form, words from search_projects join projects on projects.id = project_id`

/** A word that is in more than one of ten is found among the newest, without a look at all the others. */
const newestCount = 5000
/** Of what the index finds so many are looked at: the newest. */
const indexedCount = 2000
/** In how many of the newest texts a phrase of common words is looked for. */
const phraseCount = 10_000

/** The matches among the rows. Costs a few thousand rows whatever is asked for: the newest are read first, and the index is
 *  asked only for what is rare among them. */
export async function findMatches(db: Db, rows: Sql, asked: TextQueries): Promise<Matches> {
  if (hasPhrase(asked)) return findPhrase(db, rows, asked)
  const recent = await matchesAmong(db, newest(rows, newestCount), asked)
  return recent.isCapped ? recent : matchesAmong(db, indexed(rows, asked.all), asked)
}

/** The index knows words, not phrases. */
const hasPhrase = ({ all }: TextQueries) => all.includes('<->')

async function findPhrase(db: Db, rows: Sql, asked: TextQueries): Promise<Matches> {
  if (await areCommon(db, rows, asked)) {
    const found = await matchesAmong(db, newest(rows, phraseCount), asked)
    return { ...found, isCapped: found.isCapped || (await hasMore(db, newest(rows, phraseCount + 1), phraseCount)) }
  }
  const withWords = await many<{ id: number }>(db)`select id from (${indexed(rows, asked.words)}) found`
  const ids = withWords.map(({ id }) => id)
  const found = await matchesAmong(db, sql`select * from (${rows}) rows where id = any(${ids}::int[])`, asked)
  return { ...found, isCapped: found.isCapped || ids.length === indexedCount }
}

const matchesAmong = async (db: Db, from: Sql, asked: TextQueries) =>
  capped(await many<Match>(db)`${hitsSql(from, asked)}`)
const capped = (matches: Match[]): Matches => ({
  matches: matches.slice(0, maxMatches),
  isCapped: matches.length > maxMatches,
})

const newest = (rows: Sql, count: number) => sql`select * from (${rows}) rows order by id desc limit ${sql.lit(count)}`

/** What the index finds, the newest of it. `offset 0` keeps the steps apart: all that match, by the index alone; the newest
 *  of them; and only for these their words, which for long texts are kept elsewhere. */
export const indexed = (rows: Sql, query: string) => sql`
  select rows.* from (
    select id from (select id from (${rows}) rows where words @@ ${query}::tsquery offset 0) found
    order by id desc limit ${sql.lit(indexedCount)}) found join (${rows}) rows using (id)`

/** Ranked are only those that stay. */
const hitsSql = (from: Sql, { all, titled }: TextQueries) => sql`
  select id, is_long_form as "isLongForm", is_titled as "isTitled",
    round(ln(ts_rank(words, ${all}::tsquery, 1) + 1e-9) * 5)::int as rank
  from (
    select *, words @@ ${titled}::tsquery as is_titled from (${from}) rows where words @@ ${all}::tsquery
    order by is_titled desc, id desc limit ${sql.lit(maxMatches + 1)}) found`

/** Whether each word by itself is too common for the index. */
const areCommon = (db: Db, rows: Sql, { words }: TextQueries) =>
  hasMore(db, sql`select * from (${newest(rows, newestCount)}) recent where words @@ ${words}::tsquery`, maxMatches)

async function hasMore(db: Db, rows: Sql, count: number): Promise<boolean> {
  const row = await one<{ count: number }>(db)`
    select count(*) from (select from (${rows}) rows limit ${sql.lit(count + 1)}) counted`
  return row!.count > count
}
