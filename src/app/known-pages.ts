import type { Changes } from '#kernel/changes.ts'
import { slugInPath } from '#features/writing/site-pages/page-paths.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { notFoundPath } from '#pages/pages.ts'

/** The minimum time between reads of the slugs while change signals from other processes may be missed. */
const minTtlMs = 1000
/** The maximum age of cached slugs, because manual database edits are not announced. */
const maxTtlMs = 60_000

interface Options {
  /** Reads the slugs of published pages. */
  load: () => Promise<string[]>
  stampOf: Changes['stampOf']
  /** A monotonic clock in milliseconds. */
  now?: () => number
}
export type KnownPages = ReturnType<typeof createKnownPages>

/** Caches the slugs of all pages, so that requests for unknown paths require neither a query nor rendering. */
export function createKnownPages({ load, stampOf, now = () => performance.now() }: Options) {
  const stampNow = () => stampOf(['pages'])
  let known: { slugs: Set<string>; stamp: number | null; readAtMs: number } | null = null
  let reading: { slugs: Promise<Set<string>>; stamp: number | null } | null = null

  function isFresh({ stamp, readAtMs }: NonNullable<typeof known>): boolean {
    const present = stampNow()
    const ageMs = now() - readAtMs
    return present === null ? ageMs < minTtlMs : ageMs < maxTtlMs && present === stamp
  }

  // Takes the stamp and the time before reading, so that changes made in the meantime cause another read.
  async function read(stamp: number | null): Promise<Set<string>> {
    const readAtMs = now()
    const slugs = new Set(await load())
    known = { slugs, stamp, readAtMs }
    return slugs
  }

  function readOnce(): Promise<Set<string>> {
    const stamp = stampNow()
    if (reading?.stamp === stamp) return reading.slugs
    const slugs = read(stamp).finally(() => {
      if (reading?.slugs === slugs) reading = null
    })
    reading = { slugs, stamp }
    return slugs
  }

  /** Returns the slugs, or the last known slugs if they cannot be read. */
  async function slugsNow(): Promise<Set<string>> {
    if (known && isFresh(known)) return known.slugs
    try {
      return await readOnce()
    } catch (reason) {
      if (known) return known.slugs
      throw reason
    }
  }

  /** Returns the page cache URL for a path that is not a screen: the URL of a page, or the one shared by all unknown
   *  paths, so that they cannot fill the cache. */
  return async (path: string): Promise<string> => {
    const slug = slugInPath(path)
    return slug !== null && (await slugsNow()).has(slug) ? sitePageAddress.href({ slug }) : notFoundPath
  }
}
