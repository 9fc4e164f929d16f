import * as z from 'zod/mini'
import { addMissing, documentOf, fetchAsVisitor, filesIn, keepOnly } from './offline-files.ts'

// Copies of the posts that were read in this browser, so that they can be read without a connection. A copy is the
// document that visitors get, along with its files.

/** A copy of a post. Times are in milliseconds since 1970. */
const Copy = z.object({
  path: z.string(),
  title: z.string(),
  readAt: z.number(),
  /** When the site last confirmed that the post is public. */
  checkedAt: z.number(),
  files: z.array(z.string()),
})
export type Copy = z.infer<typeof Copy>
/** `ownerId`: the member who read the posts, or null for a visitor. */
const Index = z.object({ ownerId: z.nullable(z.string()), copies: z.array(Copy) })
type Index = z.infer<typeof Index>

export const maxCopies = 20
const maxPictures = 20
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
const recheckMs = 24 * 60 * 60 * 1000
/** Maximum number of earlier copies that are checked whenever a post is read. */
const maxChecks = 3

const cacheName = 'offline-posts'
/** Exists only in the cache. */
const indexPath = '/offline/copies.json'

/** Whether this browser can store copies. Without HTTPS, browsers offer neither. */
export const canStoreCopies = (): boolean => 'caches' in globalThis && 'locks' in navigator

/** Returns the copies, most recently read first. */
export async function listCopies(): Promise<Copy[]> {
  return (await readIndex()).copies
}

/** Returns the copy of the page at this path. The index decides which copies exist: if a page is closed while it removes
 *  a copy, the document remains in the cache until the next change. */
export async function findCopy(path: string): Promise<Response | undefined> {
  return (await isListed(path)) ? findDocument(path) : undefined
}

const isListed = async (path: string): Promise<boolean> => (await listCopies()).some((copy) => copy.path === path)

const findDocument = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName, ignoreSearch: true })

/** Returns a stored picture, script, stylesheet, or font of any copy. */
export const findStoredFile = (request: Request): Promise<Response | undefined> => caches.match(request)

interface ReadPage {
  path: string
  title: string
  /** The URLs of the pictures that the page shows. */
  pictures: string[]
  ownerId: string | null
}

/** Stores or renews the copy of a post that is being read, and checks some earlier copies. Only the newest copies are
 *  kept. */
export async function storeCopy({ path, title, pictures, ownerId }: ReadPage): Promise<void> {
  await changeIndex(async (index, cache) => {
    const readAt = Date.now()
    const files = await storeDocument(cache, path, ownPictures(pictures))
    const before = index.ownerId === null || index.ownerId === ownerId ? index.copies : []
    const others = before.filter((copy) => copy.path !== path && !isOld(copy))
    const read = files === null ? [] : [{ path, title, readAt, checkedAt: readAt, files }]
    const copies = await checked(cache, [...read, ...others].slice(0, maxCopies))
    return { ownerId, copies }
  })
}

/** Removes the copy of a page that no longer exists, even if only its document or its entry in the index is left. */
export async function removeCopy(path: string): Promise<void> {
  if (!canStoreCopies() || !((await isListed(path)) || (await findDocument(path)))) return
  await changeIndex(({ ownerId, copies }) =>
    Promise.resolve({ ownerId, copies: copies.filter((copy) => copy.path !== path) }),
  )
}

export async function removeCopies(): Promise<void> {
  if (!canStoreCopies()) return
  await navigator.locks.request(cacheName, () => caches.delete(cacheName))
}

/** Removes the copies if another member has read them, and old ones in any case. */
export async function tidyCopies(ownerId: string | null): Promise<void> {
  const index = await readIndex()
  if (index.ownerId !== null && index.ownerId !== ownerId) return removeCopies()
  if (index.copies.some(isOld))
    await changeIndex((now) => Promise.resolve({ ...now, copies: now.copies.filter((copy) => !isOld(copy)) }))
}

const isOld = ({ readAt }: Copy): boolean => Date.now() - readAt > maxAgeMs

/** Stores the document. @returns its files; null, and removes it, if the site does not show it to visitors */
async function storeDocument(cache: Cache, path: string, pictures: string[]): Promise<string[] | null> {
  const response = await fetchAsVisitor(path)
  const html = response.ok ? await response.text() : ''
  if (!response.ok || !isPublic(response, html)) {
    // During an outage, an earlier copy stays.
    if (response.status >= 500 || response.status === 429) throw new Error(`${response.status}: ${path}`)
    await cache.delete(path)
    return null
  }
  const files = [...filesIn(html), ...pictures]
  await addMissing(cache, files)
  await cache.put(path, documentOf(response, html))
  return files
}

/** Reports whether anyone may find the page: unlisted posts are for people with the link. */
const isPublic = ({ headers }: Response, html: string): boolean =>
  !html.includes('<meta name="robots" content="noindex">') &&
  !/noindex/.test(headers.get('x-robots-tag') ?? '') &&
  !/no-store/.test(headers.get('cache-control') ?? '')

/** Fetches the copies that were not checked for the longest time again, and returns those that still exist. */
async function checked(cache: Cache, copies: Copy[]): Promise<Copy[]> {
  const now = Date.now()
  const due = copies.filter(({ checkedAt }) => now - checkedAt > recheckMs)
  const paths = new Set(
    due
      .toSorted((one, other) => one.checkedAt - other.checkedAt)
      .slice(0, maxChecks)
      .map(({ path }) => path),
  )
  const results = await Promise.all(
    copies.map(async (copy) => {
      if (!paths.has(copy.path)) return copy
      const pictures = copy.files.filter((file) => !/\.(?:js|css|woff2)(?:\?|$)/.test(file))
      try {
        const files = await storeDocument(cache, copy.path, pictures)
        return files && Object.assign(copy, { files, checkedAt: now })
      } catch {
        return copy // the site is unreachable
      }
    }),
  )
  return results.filter((copy) => copy !== null)
}

/** Returns the paths of the pictures that this site serves. */
function ownPictures(urls: string[]): string[] {
  const own = urls
    .map((url) => URL.parse(url, location.href))
    .filter((url) => url !== null && url.origin === location.origin)
    .map((url) => url!.pathname + url!.search)
  return [...new Set(own)].slice(0, maxPictures)
}

async function readIndex(): Promise<Index> {
  const none: Index = { ownerId: null, copies: [] }
  if (!canStoreCopies()) return none
  const stored = await caches.match(indexPath, { cacheName })
  return (stored && Index.safeParse(await stored.json()).data) ?? none
}

/** Changes the index, one tab at a time, and removes documents and files that no copy needs. */
async function changeIndex(change: (index: Index, cache: Cache) => Promise<Index>): Promise<void> {
  if (!canStoreCopies()) return
  await navigator.locks.request(cacheName, async () => {
    const cache = await caches.open(cacheName)
    const index = await change(await readIndex(), cache)
    await cache.put(indexPath, Response.json(index))
    await keepOnly(cache, new Set([indexPath, ...index.copies.flatMap(({ path, files }) => [path].concat(files))]))
  })
}
