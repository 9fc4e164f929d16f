import { LRUCache } from 'lru-cache'
import type { Changes } from '#kernel/changes.ts'
import type { Topic } from '#kernel/topics.contract.ts'
import { type Breaker } from '#kernel/breaker.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import { etagOf, type StoredAnswer } from './stored-answer.ts'

/** A page is rendered again at most once in this time, and never shown older. */
const freshMs = 1000
/** So much older may be what is known to change with topics of which none has changed: not without an end, for what is
 *  changed by hand in the database is not announced. */
const unchangedMs = 60_000
/** Maximum age of a stale page that is served while the database is unavailable. */
const maxStaleMs = 24 * 60 * 60 * 1000
/** A render that takes longer, as on a database that hangs, no longer keeps visitors waiting. */
const defaultPatienceMs = 15_000
const maxBytes = 64 * 1024 * 1024
/** Of what anybody can ask for at any number of addresses, and nobody misses: refusals, and what calls answer. */
const maxPassingBytes = 8 * 1024 * 1024
/** What an entry costs beside its bytes. */
const entryBytes = 500

export interface RenderedPage {
  status: number
  body: string
  /** Its content type at least, or where it redirects to. */
  headers: Record<string, string>
}

interface Entry {
  answer: StoredAnswer
  renderedAtMs: number
  topics: Topic[] | null
  /** Of the topics, before it was rendered. */
  stamp: number | null
  /** Version of the topic `removals` before the page was rendered. */
  removals: number
  isSameVersion: () => boolean
}

export interface PageCacheOptions {
  /** Renders the page at that address: path and known query parameters. */
  render: (address: string) => Promise<RenderedPage>
  /** What the page at that address changes with; null where that is not known. */
  changesWith?: (address: string) => Topic[] | null
  stampOf?: Changes['stampOf']
  lastStampOf?: Changes['lastStampOf']
  /** Reports whether the database is unavailable; stale pages are then served. */
  breaker?: Pick<Breaker, 'isTroubled' | 'unlessTroubled'>
  /** Captures the version of the page at a URL. @returns a function that checks whether it is still current */
  sameVersion?: (address: string) => () => boolean
  /** Whether the address is a call's, whose answers push no pages out. */
  isCall?: (address: string) => boolean
  /** Milliseconds from any beginning, never going back. */
  now?: () => number
  patienceMs?: number
}
export type PageCache = ReturnType<typeof createPageCache>

/** Keeps whole pages as compressed bytes, the same for every visitor. Bounded; one render at a time for an address, until
 *  what it changes with has changed. */
export function createPageCache({
  render,
  changesWith = () => null,
  stampOf = () => null,
  lastStampOf = () => 0,
  breaker = { isTroubled: () => false, unlessTroubled: (work) => work },
  sameVersion = () => () => true,
  isCall = () => false,
  now = () => performance.now(),
  patienceMs = defaultPatienceMs,
}: PageCacheOptions) {
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const passing = new LRUCache<string, Entry>({ maxSize: maxPassingBytes, sizeCalculation })
  const underWay = new Map<string, Pick<Entry, 'stamp' | 'isSameVersion'> & { answer: Promise<StoredAnswer> }>()
  const stampNow = (topics: Topic[] | null) => topics && stampOf(topics)

  const removalsNow = () => lastStampOf(['removals'])

  const entryAt = (address: string) => pages.get(address) ?? passing.get(address)

  function keep(address: string, entry: Entry) {
    const isPassing = entry.answer.status >= 400 || isCall(address)
    const [own, other] = isPassing ? [passing, pages] : [pages, passing]
    other.delete(address)
    own.set(address, entry)
  }

  /** Returns the cached page if it is at most a second old or unchanged since; while the database is unavailable, the last
   *  known page. Null otherwise. */
  function fresh(address: string): StoredAnswer | null {
    const entry = entryAt(address)
    if (entry && isFresh(entry)) return entry.answer
    return breaker.isTroubled() ? lastKnown(address) : null
  }

  /** Returns the last known page, marked as stale, for when it cannot be rendered. Null if content may have been removed since. */
  function lastKnown(address: string): StoredAnswer | null {
    const entry = entryAt(address)
    if (!entry || isCall(address) || (entry.answer.status >= 400 && entry.answer.status !== 410)) return null
    const ageMs = now() - entry.renderedAtMs
    return ageMs < maxStaleMs && entry.removals === removalsNow() ? staleAnswer(entry.answer, ageMs) : null
  }

  function isFresh({ renderedAtMs, topics, stamp, isSameVersion }: Entry): boolean {
    if (!isSameVersion()) return false
    const ageMs = now() - renderedAtMs
    const present = stampNow(topics)
    return present === null ? ageMs < freshMs : ageMs < unchangedMs && present === stamp
  }

  // Time and stamp are taken before its reads: what is written meanwhile makes it stale.
  async function renderAnswer(address: string, state: Pick<Entry, 'topics' | 'stamp' | 'isSameVersion'>) {
    const renderedAtMs = now()
    const removals = removalsNow()
    const page = await render(address)
    const before = entryAt(address)?.answer
    const rendered = toAnswer(page, timeAfter(before))
    const answer = before?.etag === rendered.etag && before.status === rendered.status ? before : rendered
    const topics = answer.status < 400 ? state.topics : null // an error may depend on something else
    if (answer.status < 500) keep(address, { ...state, answer, renderedAtMs, topics, removals })
    return answer
  }

  async function get(address: string): Promise<StoredAnswer> {
    const kept = fresh(address)
    if (kept) return kept
    if (!lastKnown(address)) return renderOnce(address)
    try {
      const answer = await breaker.unlessTroubled(renderOnce(address))
      return (answer.status === 503 && lastKnown(address)) || answer
    } catch (reason) {
      const last = toAppError(reason).code === 'not_ready' ? lastKnown(address) : null
      if (last) return last
      throw reason
    }
  }

  function renderOnce(address: string): Promise<StoredAnswer> {
    const topics = changesWith(address)
    const stamp = stampNow(topics)
    const begun = underWay.get(address)
    if (begun?.stamp === stamp && begun.isSameVersion()) return begun.answer // else it may have been read before the last change
    const isSameVersion = sameVersion(address)
    const answer = within(patienceMs, renderAnswer(address, { topics, stamp, isSameVersion })).finally(() => {
      if (underWay.get(address)?.answer === answer) underWay.delete(address)
    })
    underWay.set(address, { stamp, isSameVersion, answer })
    return answer
  }

  return { fresh, get }
}

/** What `work` gives. @throws AppError not_ready when it takes longer than `ms`; the work itself goes on */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const message = 'This page takes too long right now. Please try again in a moment.'
  const timer = setTimeout(() => late.reject(new AppError('not_ready', message, { retryAfterSeconds: 2 })), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Marks the response as stale, as caches do that serve it because of an error (RFC 5861, RFC 9211). */
const staleAnswer = (answer: StoredAnswer, ageMs: number): StoredAnswer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'cache-control': 'no-cache',
    'cache-status': `Devstead; hit; ttl=-${Math.round(ageMs / 1000)}; detail=database-away`,
  },
})

/** Compressed copies come later and together weigh less than the page. */
const sizeCalculation = ({ answer }: Entry, address: string) =>
  answer.bodies.identity.length * 2 + address.length * 2 + entryBytes

/** Now, or the second after the one before: who asks with that one's time alone would else be told that nothing changed. */
function timeAfter(before: StoredAnswer | undefined): Date {
  const beforeMs = Date.parse(before?.headers['last-modified'] ?? '') || 0
  return new Date(Math.max(Date.now(), beforeMs + 1000))
}

/** What has been rendered first at that time. */
function toAnswer({ status, body, headers }: RenderedPage, renderedAt: Date): StoredAnswer {
  const identity = Buffer.from(body)
  return {
    status,
    etag: etagOf(identity),
    headers: { 'cache-control': 'no-cache', 'last-modified': renderedAt.toUTCString(), ...headers },
    bodies: { identity },
    isCompressible: identity.length > 0,
  }
}
