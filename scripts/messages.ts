import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadCatalog } from '../src/kernel/catalogs.ts'
import { isLocale, type Locale, locales } from '../src/messages/locales.ts'
import { root } from './built.ts'
import { messageCalls } from './message-calls.ts'

// Updates the catalogs: removes messages that are no longer in the code, sorts the others, and counts those that have no
// translation yet. `--missing LOCALE` lists these as JSON, each with the file that contains it. `--add LOCALE FILE` adds
// translations from a JSON file: an object of English texts and their translations.

const { values, positionals } = parseArgs({
  options: { missing: { type: 'string' }, add: { type: 'string' } },
  allowPositionals: true,
})

const fileOf = new Map(messageCalls().map(({ text, file }) => [text ?? '', file]))
fileOf.delete('')

function localeIn(text: string): Locale {
  if (isLocale(text) && text !== 'en') return text
  throw new Error(`“${text}” is not one of ${locales.slice(1).join(', ')}.`)
}

const missingIn = (catalog: Readonly<Record<string, string>>) =>
  [...fileOf].filter(([text]) => !catalog[text]).map(([text, file]) => ({ text, file }))

function save(locale: Locale, catalog: Readonly<Record<string, string>>): void {
  const kept = Object.entries(catalog)
    .filter(([text]) => fileOf.has(text))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const file = path.join(root, `src/messages/${locale}.json`)
  fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
  console.log(`${locale}: ${kept.length} messages, ${missingIn(catalog).length} without a translation`)
}

if (values.missing !== undefined) {
  console.log(JSON.stringify(missingIn(loadCatalog(localeIn(values.missing))), null, 1))
} else if (values.add !== undefined) {
  const locale = localeIn(values.add)
  const added: Record<string, string> = JSON.parse(fs.readFileSync(positionals[0]!, 'utf8'))
  save(locale, { ...loadCatalog(locale), ...added })
} else {
  for (const locale of locales.slice(1)) save(locale, loadCatalog(locale))
}
