import { LRUCache } from 'lru-cache'
import { AppError } from '#kernel/errors.ts'
import { etagOf, type StoredAnswer } from './stored-answer.ts'

/** A page is rendered again at most once in this time, and never shown older. */
const freshMs = 1000
/** A render that takes longer, as on a database that hangs, no longer keeps visitors waiting. */
const defaultPatienceMs = 15_000
const maxBytes = 64 * 1024 * 1024
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
}

export interface PageCacheOptions {
  /** Renders the page at that address: path and known query parameters. */
  render: (address: string) => Promise<RenderedPage>
  /** Milliseconds from any beginning, never going back. */
  now?: () => number
  patienceMs?: number
}
export type PageCache = ReturnType<typeof createPageCache>

/** Keeps whole pages as compressed bytes, the same for every visitor. Bounded; one render at a time for an address. */
export function createPageCache({
  render,
  now = () => performance.now(),
  patienceMs = defaultPatienceMs,
}: PageCacheOptions) {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const underWay = new Map<string, Promise<StoredAnswer>>()

  /** The page when it was rendered within the last second; null otherwise. */
  function fresh(address: string): StoredAnswer | null {
    const entry = entries.get(address)
    return entry && now() - entry.renderedAtMs < freshMs ? entry.answer : null
  }

  async function renderAnswer(address: string): Promise<StoredAnswer> {
    const renderedAtMs = now() // taken before its reads: what is written meanwhile shows after one more second at most
    const rendered = toAnswer(await render(address), new Date())
    const known = entries.get(address)?.answer
    const answer = known?.etag === rendered.etag && known.status === rendered.status ? known : rendered
    entries.set(address, { answer, renderedAtMs })
    return answer
  }

  async function get(address: string): Promise<StoredAnswer> {
    const kept = fresh(address)
    if (kept) return kept
    let pending = underWay.get(address)
    if (!pending) {
      pending = within(patienceMs, renderAnswer(address)).finally(() => underWay.delete(address))
      underWay.set(address, pending)
    }
    return pending
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

/** Compressed copies come later and together weigh less than the page. */
const sizeCalculation = ({ answer }: Entry, address: string) =>
  answer.bodies.identity.length * 2 + address.length * 2 + entryBytes

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
