import fs from 'node:fs'
import { currentTrace } from '#kernel/trace.ts'
import type { Locale } from '#messages/locales.ts'
import { installTranslation } from '#messages/messages.ts'

type Catalog = Readonly<Record<string, string>>

const catalogs = new Map<Locale, Catalog>()

/** Makes the server's own code use the language of the current request or, in jobs, the site's. */
export function translateRequests(siteLocale: () => Locale): void {
  const locale = () => currentTrace()?.locale ?? siteLocale()
  installTranslation({ locale, translate: (text) => catalogOf(locale())[text] ?? text })
}

/** Reads a catalog when its language is first used. */
function catalogOf(locale: Locale): Catalog {
  let catalog = catalogs.get(locale)
  if (!catalog) {
    const file = new URL(`../messages/${locale}.json`, import.meta.url)
    catalogs.set(locale, (catalog = locale === 'en' ? {} : JSON.parse(fs.readFileSync(file, 'utf8'))))
  }
  return catalog!
}
