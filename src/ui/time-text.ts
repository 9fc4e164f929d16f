/** How a time is shown. `relative`: 3 hours ago. `date`: Jan 4, 2026. `long`: January 4, 2026. `exact`: date and time. */
export type TimeStyle = 'relative' | 'date' | 'long' | 'exact'

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns a time in the reader's time zone, or null if it is less than a minute ago, or in the future (clock skew), and
 *  the style is relative. `iso`: ISO 8601. `locale`: the page's language. */
export function timeText(iso: string, as: string, locale: string): string | null {
  return as === 'relative' ? elapsed(iso, Date.now(), locale) : format(as, locale).format(new Date(iso))
}

/** Returns '3 hours ago', rounded down, or null if less than a minute has passed. */
export function elapsed(iso: string, nowMs: number, locale: string): string | null {
  const passedMs = nowMs - Date.parse(iso)
  const found = units.find(([, unitMs]) => passedMs >= unitMs)
  if (!found) return null
  texts ??= documentTexts() ?? elapsedTexts(locale)
  rules ??= new Intl.PluralRules(locale)
  const count = Math.floor(passedMs / found[1])
  const text = texts[found[0]]?.[rules.select(count)] ?? ''
  return text.replace('#', String(count))
}

/** For each unit and plural form: `# hours ago`. */
type ElapsedTexts = Record<string, Record<string, string>>

/** Returns the texts that the server puts into the document. Browsers would take up to 100 ms on a phone to create an
 *  `Intl.RelativeTimeFormat`, before the first paint. */
export function elapsedTexts(locale: string): ElapsedTexts {
  const format = new Intl.RelativeTimeFormat(locale)
  const plural = new Intl.PluralRules(locale)
  // Counts down, so that each plural form keeps the text of its smallest number.
  const counts = Array.from({ length: 100 }, (_, index) => 100 - index)
  const formsOf = (unit: (typeof units)[number][0]) =>
    Object.fromEntries(
      counts.map((count) => [plural.select(count), format.format(-count, unit).replace(String(count), '#')]),
    )
  return Object.fromEntries(units.map(([unit]) => [unit, formsOf(unit)]))
}

function documentTexts(): ElapsedTexts | undefined {
  const json = typeof document === 'undefined' ? undefined : document.documentElement.dataset.elapsed
  if (json === undefined) return undefined
  const parsed: ElapsedTexts = JSON.parse(json)
  return parsed
}

let texts: ElapsedTexts | undefined
let rules: Intl.PluralRules | undefined
const formats = new Map<string, Intl.DateTimeFormat>()

// A document has one language.
function format(as: string, locale: string): Intl.DateTimeFormat {
  const known = formats.get(as)
  if (known) return known
  const created =
    as === 'exact'
      ? exactFormat(locale)
      : new Intl.DateTimeFormat(locale, { dateStyle: as === 'long' ? 'long' : 'medium' })
  formats.set(as, created)
  return created
}

/** Uses the reader's variant of the page's language, such as British English, which has a 24-hour clock. */
function exactFormat(locale: string): Intl.DateTimeFormat {
  const variant = navigator.languages.find((language) => language.startsWith(locale))
  return new Intl.DateTimeFormat(variant ?? locale, { dateStyle: 'medium', timeStyle: 'short' })
}
