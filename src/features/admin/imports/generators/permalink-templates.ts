import { type Fields, textOf } from '../front-matter.ts'
import { dateTokens } from './dates.ts'
import { slugsOf, unique } from './paths.ts'

/** Values that an Eleventy permalink template can refer to. */
interface Filling {
  fields: Fields
  title: string
  /** Its file name, without its date. */
  slug: string
  /** Its path without the extension. */
  stem: string
  day: string
}

/** Fills in a permalink template in Liquid or Nunjucks. Returns the possible addresses, because slug functions differ;
 *  none if it contains anything other than variables and common filters. */
export function filledTemplate(template: string, filling: Filling): string[] {
  const variants = [0, 1, 2, 3, 4].map((variant) => filled(template, filling, variant))
  return unique(variants.filter((one) => one !== null))
}

function filled(template: string, filling: Filling, variant: number): string | null {
  let isKnown = !/\{%|\$\{/.test(template)
  const text = template.replaceAll(/\{\{-?([^{}]*)-?\}\}/g, (_, expression: string) => {
    const value = valueOf(expression, filling, variant)
    if (value === null) isKnown = false
    return value ?? ''
  })
  return isKnown ? text : null
}

function valueOf(expression: string, filling: Filling, variant: number): string | null {
  const [variable = '', ...filters] = expression.split('|').map((part) => part.trim())
  const name = variable.split(/\sor\s/).find((one) => variableOf(one, filling) !== null) ?? ''
  let value = variableOf(name, filling)
  for (const filter of filters) value = value === null ? null : filteredBy(filter, value, filling, variant)
  return value
}

function variableOf(name: string, { fields, title, slug, stem, day }: Filling): string | null {
  const literal = /^(['"])(.*)\1$/.exec(name)?.[2]
  if (literal !== undefined) return literal
  const plain = name.replace(/^data\./, '')
  if (plain === 'page.fileSlug') return slug
  if (plain === 'page.filePathStem') return `/${stem}`
  if (plain === 'page.date' || plain === 'date') return day === '' ? null : day
  if (plain === 'title') return title
  return /^[\w-]+$/.test(plain) ? textOf(fields, plain) || null : null
}

function filteredBy(filter: string, value: string, { day }: Filling, variant: number): string | null {
  const [, name = '', rest = ''] = /^(\w+)\s*[:(]?\s*(.*?)\)?$/.exec(filter) ?? []
  if (/^slug(?:ify)?$/i.test(name)) return slugsOf(value).at(variant) ?? slugsOf(value)[0]!
  if (/^(?:lower|downcase)$/.test(name)) return value.toLowerCase()
  if (/^(?:url|safe|string|trim|strip)$/.test(name)) return value
  if (/date|time|format/i.test(name)) return dated(/['"]([^'"]+)['"]/.exec(rest)?.[1] ?? '', day)
  return null
}

const strftime: Record<string, string> = {
  Y: 'year',
  m: 'month',
  d: 'day',
  B: 'long_month',
  b: 'short_month',
  y: 'short_year',
  j: 'y_day',
  '-m': 'i_month',
  '-d': 'i_day',
}
const words: Record<string, string> = {
  yyyy: 'year',
  YYYY: 'year',
  yy: 'short_year',
  LL: 'month',
  MM: 'month',
  L: 'i_month',
  M: 'i_month',
  dd: 'day',
  DD: 'day',
  d: 'i_day',
  D: 'i_day',
}

function dated(format: string, day: string): string | null {
  if (format === '' || day === '') return null
  const values = dateTokens(day, '00:00:00')
  return format.includes('%')
    ? format.replaceAll(/%(-?\w)/g, (whole, sign: string) => values[strftime[sign] ?? ''] ?? whole)
    : format.replaceAll(/[a-zA-Z]+/g, (word) => values[words[word] ?? ''] ?? word)
}
