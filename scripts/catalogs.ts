import fs from 'node:fs'
import path from 'node:path'
import type { Locale } from '../src/messages/locales.ts'

/** English texts and their translations. */
export type Catalog = Readonly<Record<string, string>>

const catalogs = new Map<Locale, Catalog>()

/** Reads the catalog of a language, once. English has none: its texts are in the code. */
export function loadCatalog(locale: Locale): Catalog {
  let catalog = catalogs.get(locale)
  if (!catalog) {
    const file = path.resolve(import.meta.dirname, `../src/messages/${locale}.json`)
    catalogs.set(locale, (catalog = locale === 'en' ? {} : JSON.parse(fs.readFileSync(file, 'utf8'))))
  }
  return catalog!
}
