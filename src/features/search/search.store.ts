import { createGate, GateFull } from '#kernel/gate.ts'
import { type Db, inTransaction, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { totalPagesOf } from '#features/paging/paging.contract.ts'
import {
  articles,
  askedFor,
  type Asked,
  findHits,
  type Hit,
  type Hits,
  members,
  posts,
  writings,
} from './hits.store.ts'
import { type Chosen, showHits } from './results.store.ts'
import type { SearchChoice, SearchQuery, SearchResults } from './search.contract.ts'
import { type Terms, termsOf } from './terms.contract.ts'

// Two of the pool's ten connections, so that a search never keeps a page from being read.
const pass = createGate({ atOnce: 2, maxWaiting: 20 })
const patienceMs = 2000

/** What the question finds: all of its words, in posts, articles and members. Members also by how their names begin;
 *  where nothing is found for the words, what begins with them. @throws AppError not_ready when too much is asked at once */
export async function search(db: Db, query: SearchQuery): Promise<SearchResults> {
  try {
    return await pass(() => inTransaction(db, (tx) => searchIn(tx, query)))
  } catch (reason) {
    throw reason instanceof GateFull || isTimeout(reason) ? busy(reason) : reason
  }
}

const busy = (cause: unknown) =>
  new AppError('not_ready', 'The search is busy. Please try again in a moment.', { retryAfterSeconds: 2, cause })
const isTimeout = (reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === '57014'

async function searchIn(db: Db, { q, kind, page, limit }: SearchQuery): Promise<SearchResults> {
  // The planner takes a look at every row for cheap, though most of them are kept compressed elsewhere.
  await run(
    db,
  )`select set_config('statement_timeout', ${String(patienceMs)}, true), set_config('enable_seqscan', 'off', true)`
  const terms = termsOf(q)
  const written = await findWritten(db, terms)
  const asked = await askedFor(db, terms, 'names')
  const people = { ...(await findHits(db, members, asked)), asked }
  const { chosen, isCapped } = await choose(db, kind, written, people)
  const shown = chosen.slice((page - 1) * limit, page * limit)
  return {
    results: await showHits(db, shown, { written: written.asked.words, people: asked.words }),
    ...(!written.isCapped && !people.isCapped && { counts: countsOf(written.hits, people.hits) }),
    page,
    totalPages: totalPagesOf(chosen.length, limit),
    total: chosen.length,
    isCapped,
  }
}

interface Found extends Hits {
  asked: Asked
}

async function findWritten(db: Db, terms: Terms): Promise<Found> {
  const asked = await askedFor(db, terms, 'whole')
  const found = await findHits(db, writings, asked)
  if (found.hits.length > 0 || terms.words.length === 0) return { ...found, asked }
  const begun = await askedFor(db, terms, 'beginnings')
  return { ...(await findHits(db, writings, begun)), asked: begun }
}

interface Choice {
  chosen: Chosen[]
  isCapped: boolean
}

async function choose(db: Db, kind: SearchChoice, written: Found, people: Found): Promise<Choice> {
  if (kind === 'member') return { chosen: asMembers(people.hits).sort(byWorth), isCapped: people.isCapped }
  if (kind === 'all') {
    const chosen = [...asMembers(people.hits), ...asWritings(written.hits)]
    return { chosen: chosen.sort(byWorth), isCapped: written.isCapped || people.isCapped }
  }
  // Of the newest of both kinds few may be of this one.
  const { hits, isCapped } = written.isCapped
    ? await findHits(db, kind === 'post' ? posts : articles, written.asked)
    : written
  const ofKind = asWritings(hits).filter((hit) => hit.kind === kind)
  return { chosen: ofKind.sort(byWorth), isCapped }
}

const asMembers = (hits: Hit[]): Chosen[] => hits.map((hit) => ({ ...hit, kind: 'member' }))
const asWritings = (hits: Hit[]): Chosen[] => hits.map((hit) => ({ ...hit, kind: hit.isLongForm ? 'article' : 'post' }))

/** Words in the title first, then the better match, then people, then what is newer. */
const byWorth = (a: Chosen, b: Chosen): number =>
  Number(b.isTitled) - Number(a.isTitled) ||
  b.rank - a.rank ||
  Number(b.kind === 'member') - Number(a.kind === 'member') ||
  b.id - a.id

function countsOf(written: Hit[], people: Hit[]) {
  const article = written.filter(({ isLongForm }) => isLongForm).length
  return { post: written.length - article, article, member: people.length }
}
