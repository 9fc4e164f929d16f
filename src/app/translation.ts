import { currentTrace } from '#kernel/trace.ts'
import type { Locale } from '#messages/locales.ts'
import { installTranslation } from '#messages/messages.ts'
import { loadCatalog } from './catalogs.ts'

/** Makes the server's own code use the language of the current request or, in jobs, the site's. */
export function translateRequests(siteLocale: () => Locale): void {
  const locale = () => currentTrace()?.locale ?? siteLocale()
  installTranslation({ locale, translate: (text) => loadCatalog(locale())[text] ?? text })
}
