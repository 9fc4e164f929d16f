/** The path of the page that the service worker shows when the site is unreachable. */
export const offlinePath = '/offline'

/** The cache with that page and the files that it needs. */
const cacheName = 'offline-site'
const refreshMs = 24 * 60 * 60 * 1000
const timeoutMs = 20_000

/** Stores the offline page of this build and its files. @throws if the site is unreachable */
export async function storeOfflinePage(): Promise<void> {
  const response = await fetchAsVisitor(offlinePath)
  if (!response.ok) throw new Error(`The offline page cannot be fetched: ${response.status}`)
  const html = await response.text()
  const cache = await caches.open(cacheName)
  const files = filesIn(html)
  await addMissing(cache, files)
  await cache.put(offlinePath, documentOf(response, html))
  await keepOnly(cache, new Set([offlinePath, ...files]))
}

/** Stores the offline page again if it is older than a day, because the site's name or navigation may have changed, or if
 *  it is in another language than the current page. */
export async function refreshOfflinePage(): Promise<void> {
  const stored = await storedOfflinePage()
  const date = stored?.headers.get('date')
  if (!stored || !date) return
  const isOld = Date.now() - Date.parse(date) > refreshMs
  if (isOld || !(await stored.text()).includes(`<html lang="${document.documentElement.lang}"`))
    await storeOfflinePage()
}

export const storedOfflinePage = (): Promise<Response | undefined> => caches.match(offlinePath, { cacheName })

/** Fetches the document that visitors get. */
export const fetchAsVisitor = (path: string): Promise<Response> =>
  fetch(path, {
    credentials: 'same-origin', // the cookie with the reader’s language
    cache: 'no-cache',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })

/** Returns a document for a cache, with its headers, which include the Content Security Policy. */
export function documentOf({ headers }: Response, html: string): Response {
  const kept = new Headers(headers)
  kept.delete('content-encoding') // the text is decoded
  kept.delete('content-length')
  return new Response(html, { headers: kept })
}

/** Returns the scripts, stylesheets, and fonts of this site that a document refers to. */
export function filesIn(html: string): string[] {
  const paths = Array.from(html.matchAll(/(?:href|src)="(\/[^"\s]+)"/g), ([, path]) => path!.replaceAll('&amp;', '&'))
  return [...new Set(paths.filter((path) => /\.(?:js|css|woff2)(?:\?|$)/.test(path)))]
}

/** Adds the files that are not in the cache. A file that cannot be fetched is left out. */
export async function addMissing(cache: Cache, files: string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      if (!(await cache.match(file))) await cache.add(file).catch(() => undefined)
    }),
  )
}

/** Removes everything else from the cache. */
export async function keepOnly(cache: Cache, paths: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    const { pathname, search, origin } = new URL(request.url)
    if (origin === location.origin && !paths.has(pathname + search)) await cache.delete(request)
  }
}
