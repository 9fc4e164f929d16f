import { matchPage, notFoundPath } from '#pages/pages.ts'
import type { CachedRoutes } from './cached-routes.ts'
import type { KnownPages } from './known-pages.ts'
import { pageAddress } from './pages.ts'

/** Creates functions that find the canonical URL of the document or cached response at a URL; null for requests that
 *  only the application handles. @param prefixes the application's path prefixes, such as `/api` */
export function createDocumentAddress(
  prefixes: readonly string[],
  { addressOf }: Pick<CachedRoutes, 'addressOf'>,
  knownPages: KnownPages,
) {
  const isOurs = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  /** @param path the path of a target, which may not be a valid URL */
  const documentAddress = (url: URL | null, path: string): string | null => {
    const cached = url && addressOf(url)
    if (cached) return cached
    if (isOurs(path) && !matchPage(path)) return null
    return url ? pageAddress(url) : notFoundPath
  }
  /** Returns the URL, or the URL of the page that an administrator has published at its path. */
  const settled = async (address: string, url: URL | null): Promise<string> =>
    address === notFoundPath && url ? knownPages(url.pathname) : address
  return { isOurs, documentAddress, settled }
}
