import { LRUCache } from 'lru-cache'
import type { Changes } from '#kernel/changes.ts'
import type { Topic } from '#kernel/topics.contract.ts'
import { type Breaker } from '#kernel/breaker.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import { t } from '#messages/messages.ts'
import { type BodyPart, ownPart, sizeOf } from './body-parts.ts'
import { etagOf, memoryOf, type StoredResponse } from './stored-response.ts'

/** Pages and responses without topics are rendered at most once per second per URL, unless content is removed. */
const defaultTtlMs = 1000
/** The maximum age of pages whose topics have not changed, because manual database edits are not announced. */
const maxTtlMs = 60_000
/** Maximum age of a stale page that is served while the database is unavailable. */
const maxStaleMs = 24 * 60 * 60 * 1000
/** The maximum time that visitors wait for a page, for example when the database hangs. */
const defaultTimeoutMs = 15_000
const defaultMaxBytes = 16 * 1024 * 1024
/** Share of the budget for responses that are cheap to lose (redirects, errors, API responses, open-ended queries): anyone
 *  can make up any number of URLs for them. */
const ephemeralShare = 1 / 4
/** Estimated overhead of an entry. */
const entryBytes = 1500

export interface RenderedPage {
  status: number
  body: string | readonly BodyPart[]
  /** Contains `content-type` or `location`. */
  headers: Record<string, string>
  /** The path pattern of the page or endpoint. */
  endpoint?: string
  /** Whether the response is cached here although clients must not store it. */
  isShared?: boolean
  /** Whether anyone can make up any number of URLs like this one. */
  isOpenEnded?: boolean
  /** Whether the response may change although none of its topics has, for example as time passes. */
  changesByItself?: boolean
  source?: PageSource | null
}

/** Identifies what a page is rendered from. Pages at the same URL with the same source are identical. */
export interface PageSource {
  /** The hash of the loaded data. */
  data: string
  /** The code and the template. */
  rendering: object
}

export const isSameSource = (one: PageSource | null, other: PageSource | null): boolean =>
  one !== null && one.data === other?.data && one.rendering === other.rendering

interface Entry {
  response: StoredResponse
  source: PageSource | null
  isOpenEnded: boolean
  renderedAtMs: number
  topics: Topic[] | null
  /** The version of the topics before the page was rendered. */
  stamp: number | null
  /** The version of the `removals` topic before the page was rendered. */
  removals: number
  /** Whether a change to a topic, except a removal, may take a second to appear. */
  mayLag: boolean
  isSameVersion: () => boolean
}

/** Why a page cannot be rendered. */
type StaleCause = 'database-away' | 'overload'

export interface PageCacheOptions {
  /** Renders the page at a URL: path and known query parameters. Returns null if its source is still `known`. */
  render: (url: string, known: PageSource | null) => Promise<RenderedPage | null>
  /** Returns the topics that the page depends on, or null if they are unknown. */
  changesWith?: (url: string) => Topic[] | null
  /** Reports whether changes to the topics of this URL, except removals, may take a second to appear, so that frequent
   *  changes do not cause more than one rendering per second. */
  mayLag?: (url: string) => boolean
  stampOf?: Changes['stampOf']
  lastStampOf?: Changes['lastStampOf']
  /** Reports whether the database is unavailable; stale pages are then served. */
  breaker?: Pick<Breaker, 'isTroubled' | 'unlessTroubled'>
  /** Captures the version of the page at a URL. @returns a function that checks whether it is still current */
  sameVersion?: (url: string) => () => boolean
  /** Reports whether the URL is an API call. API calls do not evict pages. */
  isCall?: (url: string) => boolean
  /** A monotonic clock in milliseconds. */
  now?: () => number
  timeoutMs?: number
  /** The budget for pages. */
  maxBytes?: number
}
export type PageCache = ReturnType<typeof createPageCache>

/** Caches whole responses, identical for every visitor. Bounded in size; renders a URL at most once at a time (single
 *  flight) and serves it until one of its topics changes. */
export function createPageCache({
  render,
  changesWith = () => null,
  mayLag = () => false,
  stampOf = () => null,
  lastStampOf = () => 0,
  breaker = { isTroubled: () => false, unlessTroubled: (work) => work },
  sameVersion = () => () => true,
  isCall = () => false,
  now = () => performance.now(),
  timeoutMs = defaultTimeoutMs,
  maxBytes = defaultMaxBytes,
}: PageCacheOptions) {
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const ephemeral = new LRUCache<string, Entry>({ maxSize: maxBytes * ephemeralShare, sizeCalculation })
  type Rendering = Pick<Entry, 'topics' | 'stamp' | 'removals' | 'mayLag' | 'isSameVersion'>
  const inFlight = new Map<string, Rendering & { response: Promise<StoredResponse> }>()
  const stampNow = (topics: Topic[] | null) => topics && stampOf(topics)

  const removalsNow = () => lastStampOf(['removals'])

  const entryAt = (url: string) => pages.get(url) ?? ephemeral.get(url)

  function store(url: string, entry: Entry) {
    const isEphemeral = entry.isOpenEnded || entry.response.status >= 300 || isCall(url)
    const [own, other] = isEphemeral ? [ephemeral, pages] : [pages, ephemeral]
    other.delete(url)
    own.set(url, entry)
    entry.response.onResize = () => {
      const current = own.peek(url)
      if (current?.response === entry.response) own.set(url, { ...current }) // A new object updates its size.
    }
  }

  /** Returns the cached response if it is still valid or, while the database is unavailable, the last known page.
   *  Otherwise null. */
  function get(url: string): StoredResponse | null {
    const entry = entryAt(url)
    if (entry && isFresh(entry)) return entry.response
    return breaker.isTroubled() ? lastKnown(url) : null
  }

  /** Returns the last known page, marked as stale, for use when the page cannot be rendered. Null if content may have
   *  been removed since. */
  function lastKnown(url: string, cause: StaleCause = 'database-away'): StoredResponse | null {
    const entry = entryAt(url)
    if (!entry || isCall(url) || (entry.response.status >= 400 && entry.response.status !== 410)) return null
    const ageMs = now() - entry.renderedAtMs
    return ageMs < maxStaleMs && entry.removals === removalsNow() ? staleResponse(entry.response, ageMs, cause) : null
  }

  function isFresh({ renderedAtMs, topics, stamp, removals, mayLag, isSameVersion }: Entry): boolean {
    if (!isSameVersion()) return false
    const ageMs = now() - renderedAtMs
    const present = stampNow(topics)
    if (present !== null && present === stamp) return ageMs < maxTtlMs
    return (present === null || mayLag) && removals === removalsNow() && ageMs < defaultTtlMs
  }

  async function renderAndStore(url: string, state: Rendering) {
    const renderedAtMs = now()
    const known = entryAt(url)
    const page = await render(url, known?.isSameVersion() ? known.source : null)
    const current = entryAt(url)
    if (!page) {
      const isNewest = current === undefined || current === known
      if (isNewest) store(url, { ...known!, ...state, topics: known!.topics && state.topics, renderedAtMs })
      return known!.response
    }
    const before = current?.response
    const rendered = toResponse(page, timeAfter(before))
    const response = before?.etag === rendered.etag && before.status === rendered.status ? before : rendered
    const { source = null, isOpenEnded = false } = page
    // An error may depend on something else.
    const topics = response.status < 400 && !page.changesByItself ? state.topics : null
    const isPrivate = page.headers['cache-control'] === 'no-store' && !page.isShared
    if (response.status < 500 && !isPrivate)
      store(url, { ...state, response, source, isOpenEnded, renderedAtMs, topics })
    return response
  }

  async function getOrRender(url: string): Promise<StoredResponse> {
    const cached = get(url)
    if (cached) return cached
    if (!lastKnown(url)) return renderOnce(url)
    try {
      const response = await breaker.unlessTroubled(renderOnce(url))
      return (response.status === 503 && lastKnown(url)) || response
    } catch (reason) {
      const last = toAppError(reason).code === 'not_ready' ? lastKnown(url) : null
      if (last) return last
      throw reason
    }
  }

  // Reads the stamps before rendering, so that changes made in the meantime invalidate the page.
  function renderOnce(url: string): Promise<StoredResponse> {
    const topics = changesWith(url)
    const stamp = stampNow(topics)
    const removals = removalsNow()
    const pending = inFlight.get(url)
    const isLagging = mayLag(url)
    // Otherwise, it may have been read before the last change.
    const isCurrent = pending?.removals === removals && (pending.stamp === stamp || isLagging)
    if (pending && isCurrent && pending.isSameVersion()) return pending.response
    const state = { topics, stamp, removals, mayLag: isLagging, isSameVersion: sameVersion(url) }
    const response = within(timeoutMs, renderAndStore(url, state)).finally(() => {
      if (inFlight.get(url)?.response === response) inFlight.delete(url)
    })
    inFlight.set(url, { ...state, response })
    return response
  }

  const size = () => ({
    bytes: pages.calculatedSize + ephemeral.calculatedSize,
    entries: pages.size + ephemeral.size,
  })

  return { get, getOrRender, lastKnown, size }
}

/** Waits for `work` without ever canceling it. @throws AppError not_ready if it takes longer than `ms` */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const message = t('This page took too long to load. Try again in a moment.')
  const timer = setTimeout(() => late.reject(new AppError('not_ready', message, { retryAfterSeconds: 2 })), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Marks the response as stale, as caches do when they serve stale content because of an error (RFC 5861, RFC 9211). */
const staleResponse = (response: StoredResponse, ageMs: number, cause: StaleCause): StoredResponse => ({
  ...response,
  headers: {
    ...response.headers,
    'cache-control': 'no-cache',
    'cdn-cache-control': 'no-cache',
    'cache-status': `Devstead; hit; ttl=-${Math.round(ageMs / 1000)}; detail=${cause}`,
  },
})

const sizeCalculation = ({ response }: Entry, url: string) => memoryOf(response.bodies) + url.length * 2 + entryBytes

/** Returns the current time, but at least one second later than the previous page's: `last-modified` has one-second
 *  resolution and must change with the page. */
function timeAfter(before: StoredResponse | undefined): Date {
  const beforeMs = Date.parse(before?.headers['last-modified'] ?? '') || 0
  return new Date(Math.max(Date.now(), beforeMs + 1000))
}

function toResponse({ status, body, headers, endpoint }: RenderedPage, renderedAt: Date): StoredResponse {
  const parts = typeof body === 'string' ? [ownPart(body)] : body
  return {
    status,
    etag: etagOf(...parts.map(({ identifier }) => identifier)),
    headers: { 'cache-control': 'no-cache', 'last-modified': renderedAt.toUTCString(), ...headers },
    bodies: { parts },
    isCompressible: sizeOf(parts) > 0,
    ...(endpoint !== undefined && { endpoint }),
  }
}
