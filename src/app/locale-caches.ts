import type { Locale } from '#messages/locales.ts'
import type { PageCache } from './page-cache.ts'

/** Pages in languages other than the site's are read less often. */
const maxOtherBytes = 4 * 1024 * 1024
/** Feeds and API responses are smaller than pages. */
const maxSharedBytes = 8 * 1024 * 1024

export interface LocaleCachesOptions {
  /** Reports whether the URL is that of a page. Other responses are the same in every language. */
  isPage: (url: string) => boolean
  /** Returns the language of the current request. */
  locale: () => Locale
  siteLocale: () => Locale
  create: (options: { maxBytes?: number }) => PageCache
}

/** Combines a cache for each language, created when it is first needed, and one for responses that are the same in every
 *  language. */
export function createLocaleCaches({ isPage, locale, siteLocale, create }: LocaleCachesOptions): PageCache {
  const shared = create({ maxBytes: maxSharedBytes })
  const caches = new Map<Locale, PageCache>()
  function own(): PageCache {
    let cache = caches.get(locale())
    if (!cache) caches.set(locale(), (cache = create(locale() === siteLocale() ? {} : { maxBytes: maxOtherBytes })))
    return cache
  }
  const cacheFor = (url: string) => (isPage(url) ? own() : shared)
  return {
    get: (url) => own().get(url) ?? shared.get(url),
    getOrRender: (url) => cacheFor(url).getOrRender(url),
    lastKnown: (url, cause) => cacheFor(url).lastKnown(url, cause),
    size: () => {
      const sizes = [shared, ...caches.values()].map((cache) => cache.size())
      return {
        bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
        entries: sizes.reduce((sum, { entries }) => sum + entries, 0),
      }
    },
  }
}
