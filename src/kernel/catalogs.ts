import fs from 'node:fs'
import type { Locale } from '#messages/locales.ts'

/** English texts and their translations. */
export type Catalog = Readonly<Record<string, string>>

const catalogs = new Map<Locale, Catalog>()

/** Reads the catalog of a language when it is first used. English has none: its texts are in the code. */
export function loadCatalog(locale: Locale): Catalog {
  let catalog = catalogs.get(locale)
  if (!catalog) {
    const file = new URL(`../messages/${locale}.json`, import.meta.url)
    catalogs.set(locale, (catalog = locale === 'en' ? {} : JSON.parse(fs.readFileSync(file, 'utf8'))))
  }
  return catalog!
}
