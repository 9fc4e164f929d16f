import { matchPage, notFoundPath } from '#pages/pages.ts'
import type { CachedRoutes } from './cached-routes.ts'
import type { KnownPages } from './known-pages.ts'
import { pageAddress } from './pages.ts'

/** Returns a function for the canonical URL of the document or cached response at a URL; null for what only the
 *  application answers. @param prefixes path prefixes of the application, such as `/api` */
export function createDocumentAddress(
  prefixes: readonly string[],
  { addressOf }: Pick<CachedRoutes, 'addressOf'>,
  knownPages: KnownPages,
) {
  const isOurs = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  /** @param path of a target that is not a URL */
  const documentAddress = (url: URL | null, path: string): string | null => {
    const cached = url && addressOf(url)
    if (cached) return cached
    if (isOurs(path) && !matchPage(path)) return null
    return url ? pageAddress(url) : notFoundPath
  }
  /** Returns the address, or that of the page which an administrator has written at the path of the URL. */
  const settled = async (address: string, url: URL | null): Promise<string> =>
    address === notFoundPath && url ? knownPages(url.pathname) : address
  return { isOurs, documentAddress, settled }
}
