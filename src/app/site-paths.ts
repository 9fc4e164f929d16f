import { t } from '#messages/messages.ts'
import type { Route } from '#kernel/http.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import type { SitePaths } from '#features/writing/site-pages/site-paths.ts'
import { findPageAt } from '#features/writing/site-pages/site-pages.store.ts'
import { matchPage, notFoundPath, pages } from '#pages/pages.ts'
import { mountPrefixes } from './providers.ts'

/** The folder for built files. Other files have a dot in their name, which slugs cannot contain. */
const assetsPath = '/assets'

const firstPartOf = (path: string): string => path.split('/')[1]!.toLowerCase()

/** Determines which paths belong to screens, API calls, and files, so that pages cannot use them. */
export function createSitePaths(routes: readonly Pick<Route, 'path'>[]): SitePaths {
  const taken = new Set(
    [
      ...pages.filter(({ isShared }) => !isShared).map(({ address }) => address.path),
      ...routes.map(({ path }) => path),
      ...Object.values(mountPrefixes),
      assetsPath,
      notFoundPath,
    ].map(firstPartOf),
  )
  const isTaken = (path: string) => {
    const screen = matchPage(path)?.page
    return taken.has(firstPartOf(path)) || (screen !== undefined && !screen.isShared)
  }
  return {
    isTaken,
    async problemOf(db, slug, pageId) {
      const path = sitePageAddress.href({ slug })
      if (isTaken(path)) return t('{path} is already used by this site.', { path })
      const page = await findPageAt(db, slug)
      return page && page.id !== pageId
        ? t('{path} is already used by the page “{title}”.', { path, title: page.title })
        : null
    },
  }
}
