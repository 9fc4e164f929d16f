import { parse } from 'yaml'

const maxLength = 64 * 1024
const fenced = /^---[ \t]*\n(?:([\s\S]*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/

type Fields = Record<string, unknown>

/** Splits a text into its YAML front matter, between `---` lines, and its body. YAML aliases are not allowed.
 *  @throws Error if the front matter is invalid */
export function readFrontMatter(text: string): { fields: Fields; body: string } {
  if (/^\+\+\+[ \t]*\n/.test(text)) throw new Error('its front matter is TOML; only YAML is read')
  const [whole, yaml = ''] = fenced.exec(text.slice(0, maxLength)) ?? []
  if (whole === undefined) {
    if (/^---[ \t]*\n[\w-]+:/.test(text)) throw new Error('its front matter is not closed')
    return { fields: {}, body: text }
  }
  return { fields: fieldsOf(yaml), body: text.slice(whole.length) }
}

function fieldsOf(yaml: string): Fields {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' })
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : {}
  } catch (reason) {
    const [why] = reason instanceof Error ? reason.message.split('\n') : []
    throw new Error(`its front matter is invalid: ${why?.replace(/:$/, '')}`, { cause: reason })
  }
}

/** Returns the first of the fields that is a string or a number, as a string. */
export function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

/** Returns all strings in the fields, each of which may be a list or separated by commas.
 *  @param separator Jekyll separates by spaces instead */
export const textsOf = (fields: Fields, names: string[], separator: RegExp | string = ','): string[] =>
  names
    .map((name) => fields[name])
    .flatMap((value): unknown => (typeof value === 'string' ? value.split(separator) : value))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map((one) => String(one).trim())
    .filter((one) => one !== '')

const zoned = /(?:Z|[+-]\d\d:?\d\d|GMT|UTC)$/i

/** Parses a time, in UTC unless it has a time zone. Returns null if it is not a time. */
export function timeOf(text: string): Date | null {
  if (text === '') return null
  const iso = text.replace(/^(\d{4}-\d\d-\d\d)[T ]+(\d\d?:\d\d)/, '$1 $2')
  const time = new Date(zoned.test(iso) || /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : `${iso} UTC`)
  const year = time.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? time : null
}
