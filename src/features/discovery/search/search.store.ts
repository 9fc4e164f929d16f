import { t } from '#messages/messages.ts'
import { createSemaphore, SemaphoreFull } from '#kernel/semaphore.ts'
import { type Db, inTransaction, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import {
  articles,
  textQueriesFor,
  type TextQueries,
  findMatches,
  type Match,
  type Matches,
  members,
  posts,
  projects,
  writings,
} from './matches.store.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { sectionOfKind } from './search-addresses.contract.ts'
import { type Chosen, loadResults } from './results.store.ts'
import type { SearchChoice, SearchQuery, SearchResults } from './search.contract.ts'
import { type Terms, termsOf } from './terms.contract.ts'

// Two of the pool's seven connections, so that searches never block pages.
const pass = createSemaphore({ atOnce: 2, maxWaiting: 20 })
const timeoutMs = 2000

interface Site {
  db: Db
  siteSettings: { isOn: (section: Section | undefined) => boolean }
}

/** Searches posts, articles, members, and projects for all words in the query. In members and projects, the last word
 *  also matches as a prefix; in posts, all words do if none matches otherwise. @throws AppError not_ready if too many
 *  searches run at once */
export async function search({ db, siteSettings }: Site, query: SearchQuery): Promise<SearchResults> {
  try {
    return await pass(() => inTransaction(db, (tx) => searchIn({ db: tx, siteSettings }, query)))
  } catch (reason) {
    throw reason instanceof SemaphoreFull || isTimeout(reason) ? busy(reason) : reason
  }
}

const busy = (cause: unknown) =>
  new AppError('not_ready', t('Search is busy. Try again in a moment.'), { retryAfterSeconds: 2, cause })
const isTimeout = (reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === '57014'

async function searchIn(site: Site, { q, kind, page, limit }: SearchQuery): Promise<SearchResults> {
  const { db } = site
  // The planner underestimates sequential scans: most rows have their words in TOAST storage.
  await run(
    db,
  )`select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('enable_seqscan', 'off', true)`
  const terms = termsOf(q)
  const written = await findWritten(site, terms)
  const asked = await textQueriesFor(db, terms, 'names')
  const people = hasKind(site, 'member') ? await findMatches(db, members, asked) : none
  const built = hasKind(site, 'project') ? await findMatches(db, projects, asked) : none
  const { chosen, isCapped } = await choose(site, kind, { written, people, built })
  const shown = chosen.slice((page - 1) * limit, page * limit)
  return {
    results: await loadResults(db, shown, { written: written.asked.words, others: asked.words }),
    ...(![written, people, built].some((found) => found.isCapped) && { counts: countsOf({ written, people, built }) }),
    page,
    totalPages: totalPagesOf(chosen.length, limit),
    total: chosen.length,
    isCapped,
  }
}

const none: Matches = { matches: [], isCapped: false }

/** Reports whether the section with this kind of result is on. */
const hasKind = ({ siteSettings }: Site, kind: 'member' | 'project') => siteSettings.isOn(sectionOfKind[kind])

interface Found extends Matches {
  asked: TextQueries
}

interface Sources {
  written: Found
  people: Matches
  built: Matches
}

async function findWritten(site: Site, terms: Terms): Promise<Found> {
  const { db } = site
  const rows = writtenIn(site)
  const asked = await textQueriesFor(db, terms, 'whole')
  if (!rows) return { ...none, asked }
  const found = await findMatches(db, rows, asked)
  if (found.matches.length > 0 || terms.words.length === 0) return { ...found, asked }
  const begun = await textQueriesFor(db, terms, 'beginnings')
  return { ...(await findMatches(db, rows, begun)), asked: begun }
}

/** Returns what has been written in the sections that are on, or null if both are off. Posts are searchable until a
 *  while after their section has been turned off. */
function writtenIn({ siteSettings }: Site): typeof writings | null {
  if (siteSettings.isOn('feed')) return siteSettings.isOn('blog') ? writings : posts
  return siteSettings.isOn('blog') ? articles : null
}

interface Choice {
  chosen: Chosen[]
  isCapped: boolean
}

async function choose(site: Site, kind: SearchChoice, { written, people, built }: Sources): Promise<Choice> {
  if (kind === 'member') return { chosen: as('member', people.matches).sort(byRelevance), isCapped: people.isCapped }
  if (kind === 'project') return { chosen: as('project', built.matches).sort(byRelevance), isCapped: built.isCapped }
  if (kind === 'all') {
    const chosen = [...as('member', people.matches), ...as('project', built.matches), ...asWritings(written.matches)]
    return { chosen: chosen.sort(byRelevance), isCapped: [written, people, built].some((found) => found.isCapped) }
  }
  // The newest matches of both kinds may include only a few of this kind.
  const { matches, isCapped } =
    written.isCapped && site.siteSettings.isOn(sectionOfKind[kind])
      ? await findMatches(site.db, kind === 'post' ? posts : articles, written.asked)
      : written
  const ofKind = asWritings(matches).filter((hit) => hit.kind === kind)
  return { chosen: ofKind.sort(byRelevance), isCapped }
}

const as = (kind: 'member' | 'project', matches: Match[]): Chosen[] => matches.map((hit) => ({ ...hit, kind }))
const asWritings = (matches: Match[]): Chosen[] =>
  matches.map((hit) => ({ ...hit, kind: hit.isLongForm ? 'article' : 'post' }))

/** Sorts title matches first, then by rank, then members first, then newest first. */
const byRelevance = (a: Chosen, b: Chosen): number =>
  Number(b.isTitled) - Number(a.isTitled) ||
  b.rank - a.rank ||
  Number(b.kind === 'member') - Number(a.kind === 'member') ||
  b.id - a.id

function countsOf({ written: { matches }, people, built }: Sources) {
  const article = matches.filter(({ isLongForm }) => isLongForm).length
  return { post: matches.length - article, article, member: people.matches.length, project: built.matches.length }
}
