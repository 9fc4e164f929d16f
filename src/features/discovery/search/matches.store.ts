import type { RawBuilder } from 'kysely'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { otherNamesOf } from './technology-names.contract.ts'
import type { Terms } from './terms.contract.ts'

/** Maximum number of ranked matches per source: title matches first, then the newest. */
const maxMatches = 500

export interface Match {
  id: number
  isLongForm: boolean
  /** Whether the title or the member's name contains all words. */
  isTitled: boolean
  /** Rounded to logarithmic steps of one fifth, so that similar matches rank equally. */
  rank: number
}

export interface Matches {
  matches: Match[]
  /** Whether there are more matches. */
  isCapped: boolean
}

/** The search query as strings for PostgreSQL's tsquery. */
export interface TextQueries {
  all: string
  titled: string
  /** All words, including those in phrases, in any order. */
  words: string
}

/** How words match: as whole words, as prefixes, or as whole words with the last one also as a prefix. */
export type Reading = 'whole' | 'beginnings' | 'names'

/** Builds the queries. Stop words (how, to, the) are ignored, unless there are no others or they are in quotes. */
export async function textQueriesFor(db: Db, terms: Terms, reading: Reading): Promise<TextQueries> {
  const phrases = (joint: string, label = '') => terms.phrases.map((phrase) => joined(phrase, joint, label))
  const excluded = terms.excluded.map((phrase) => `!${joined(phrase, '<->')}`)
  const query = (words: string[], rest: string[]) => querySql(words, rest, terms.phrases.length > 0)
  return (await one<TextQueries>(db)`select
    ${query(wordsOf(terms, reading), [...phrases('<->'), ...excluded])}::text as all,
    ${query(wordsOf(terms, reading, 'A'), [...phrases('<->', 'A'), ...excluded])}::text as titled,
    ${query(wordsOf(terms, reading), phrases('&'))}::text as words`)!
}

/** Safe, because words contain only letters and digits. */
const quoted = (word: string, label: string) => `'${word}'${label && `:${label}`}`
const joined = (words: string[], joint: string, label = '') =>
  `(${words.map((word) => quoted(word, label)).join(` ${joint} `)})`

function wordsOf({ words, endsWithWord }: Terms, reading: Reading, label = ''): string[] {
  return words.map((word, index) => {
    const isLast = endsWithWord && index === words.length - 1
    const others = otherNamesOf(word, reading !== 'names').map((names) => joined(names, '&', label))
    return `(${[...formsOf(word, isLast, reading, label), ...others].join(' | ')})`
  })
}

function formsOf(word: string, isLast: boolean, reading: Reading, label: string): string[] {
  const isLong = word.length >= minBeginning
  if (reading === 'beginnings' && isLong) return begun(word, isLast, label)
  const whole = quoted(word, label)
  return reading === 'names' && isLast ? [whole, quoted(word, isLong ? `*${label}` : '*A')] : [whole]
}

/** Shorter words are prefixes only of names. */
const minBeginning = 3

/** Matches all words with this prefix. An incomplete last word may be longer than its stem: `accessib` and `access`. */
function begun(word: string, isLast: boolean, label: string): string[] {
  const letters = Array.from(word)
  const stems = isLast ? [1, 2, 3].map((less) => letters.slice(0, -less)).filter(({ length }) => length > 3) : []
  return [quoted(word, `*${label}`), ...stems.map((stem) => quoted(stem.join(''), label))]
}

type Sql = RawBuilder<unknown>

function querySql(words: string[], rest: string[], hasPhrases: boolean): Sql {
  const text = words.join(' & ')
  const telling = sql`to_tsquery('english', ${text})`
  return sql`(case when ${hasPhrases} or numnode(${telling}) > 0 then ${telling} else to_tsquery('search', ${text}) end
    && to_tsquery('search', ${rest.join(' & ')}))`
}

/** The searched rows: `id`, `is_long_form`, and `words`. Newer rows have higher ids. */
export const writings = sql`select post_id as id, is_long_form, words from search_posts`
export const posts = sql`${writings} where not is_long_form`
export const articles = sql`${writings} where is_long_form`
export const members = sql`select member_id as id, false as is_long_form, words from search_members`
export const projects = sql`
  select project_id as id, false as is_long_form, words from search_projects join projects on projects.id = project_id`

/** The rows that show how common words are. The newest are left out, because a topic may be new. */
const sampled = { skip: 100, count: 100 }
/** Words that occur in a larger share of the rows are too common to look up in the index. */
const commonShare = 0.1
/** Maximum number of ranked matches for common words among more than {@link newestCount} rows. */
const maxCommonMatches = 100
/** Number of newest rows to scan for common words, unless fewer contain {@link maxCommonMatches}. */
const newestCount = 5000
/** Maximum number of rows taken from the index, newest first. */
const indexedCount = 2000

/** Finds matches among the rows. Looks rare words up in the index, and scans the newest rows for common ones: a few
 *  hundred of many rows, and all of a few thousand. */
export async function findMatches(db: Db, rows: Sql, queries: TextQueries): Promise<Matches> {
  if (hasPhrase(queries)) return findPhrase(db, rows, queries)
  const { share, isLarge } = await sample(db, rows, queries.all)
  if (share >= commonShare) {
    if (isLarge) {
      const latest = await matchesAmong(db, newest(rows, countWith(maxCommonMatches, share)), queries, maxCommonMatches)
      if (latest.isCapped) return latest
    }
    const recent = await matchesAmong(db, newest(rows, newestCount), queries)
    // A site that is not large has no other rows.
    if (recent.isCapped || !isLarge) return recent
  }
  return matchesAmong(db, indexed(rows, queries.all), queries)
}

/** Returns the number of rows that probably contain more than this many matches. */
const countWith = (matches: number, share: number): number => Math.ceil((1.4 * matches) / share / 100) * 100

interface Sample {
  /** The share of the {@link sampled} rows that match. */
  share: number
  /** Whether the words are common and there are more than {@link newestCount} rows. */
  isLarge: boolean
}

async function sample(db: Db, rows: Sql, query: string): Promise<Sample> {
  const row = await one<{ count: number; isLarge: boolean }>(db)`${sampleSql(rows, query)}`
  return { share: row!.count / sampled.count, isLarge: row!.isLarge }
}

export const sampleSql = (rows: Sql, query: string): Sql => sql`
  select count, count >= ${sql.lit(commonShare * sampled.count)} and exists (
    select from (${rows}) rows order by id desc offset ${sql.lit(newestCount)} limit 1) as "isLarge"
  from (select count(*) from (
      select words from (${rows}) rows order by id desc limit ${sql.lit(sampled.count)} offset ${sql.lit(sampled.skip)}) rows
    where words @@ ${query}::tsquery) counted`

/** The index contains words, not phrases. */
const hasPhrase = ({ all }: TextQueries) => all.includes('<->')

async function findPhrase(db: Db, rows: Sql, queries: TextQueries): Promise<Matches> {
  const { share, isLarge } = await sample(db, rows, queries.words)
  if (share >= commonShare) {
    const found = await matchesAmong(db, newest(rows, newestCount), queries)
    return { ...found, isCapped: found.isCapped || isLarge }
  }
  const withWords = await many<{ id: number }>(db)`select id from (${indexed(rows, queries.words)}) found`
  const ids = withWords.map(({ id }) => id)
  const found = await matchesAmong(db, sql`select * from (${rows}) rows where id = any(${ids}::int[])`, queries)
  return { ...found, isCapped: found.isCapped || ids.length === indexedCount }
}

async function matchesAmong(db: Db, from: Sql, queries: TextQueries, most = maxMatches): Promise<Matches> {
  const matches = await many<Match>(db)`${matchesSql(from, queries, most + 1)}`
  return { matches: matches.slice(0, most), isCapped: matches.length > most }
}

const newest = (rows: Sql, count: number) => sql`select * from (${rows}) rows order by id desc limit ${sql.lit(count)}`

/** Selects the newest rows found through the index. `offset 0` separates the steps: all matching ids from the index
 *  alone, then the newest of these, and only then their words, which are in TOAST storage for long rows. */
export const indexed = (rows: Sql, query: string) => sql`
  select rows.* from (
    select id from (select id from (${rows}) rows where words @@ ${query}::tsquery offset 0) found
    order by id desc limit ${sql.lit(indexedCount)}) found join (${rows}) rows using (id)`

/** Computes the rank only for the rows that are kept. */
const matchesSql = (from: Sql, { all, titled }: TextQueries, limit: number) => sql`
  select id, is_long_form as "isLongForm", is_titled as "isTitled",
    round(ln(ts_rank(words, ${all}::tsquery, 1) + 1e-9) * 5)::int as rank
  from (
    select *, words @@ ${titled}::tsquery as is_titled from (${from}) rows where words @@ ${all}::tsquery
    order by is_titled desc, id desc limit ${sql.lit(limit)}) found`
