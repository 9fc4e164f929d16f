import { t } from '#messages/messages.ts'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml, parseDocument } from 'yaml'
import * as z from 'zod/mini'

const maxLength = 64 * 1024
const yamlFence = /^---[ \t]*\n(?:([\s\S]*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/
const tomlFence = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)??\+\+\+[ \t]*(?:\n|$)/
const jsonFence = /^(\{[ \t]*(?:"[\w-]+"[ \t]*:[^\n]*|(?:"[\w-]+"[ \t]*:[^\n]*)?\n[\s\S]*?\n[ \t]*)\})[ \t]*(?:\n|$)/

export type Fields = Record<string, unknown>

/** Splits a file into its front matter and its body. The front matter is YAML between `---` lines, without aliases;
 *  TOML between `+++` lines; or a JSON object. As in Hugo, blank lines may precede it.
 *  @throws Error if it is invalid */
export function readFrontMatter(file: string): { fields: Fields; body: string } {
  const withoutBlank = file.replace(/^(?:[ \t]*\n)+/, '')
  const text = fencedField.test(withoutBlank) ? withoutBlank : file
  const linesBefore = file.slice(0, file.length - text.length).split('\n').length - 1
  const start = text.slice(0, maxLength)
  for (const [fence, parse] of formats) {
    const [whole, source = ''] = fence.exec(start) ?? []
    if (whole !== undefined) return { fields: fieldsOf(source, parse, linesBefore), body: text.slice(whole.length) }
  }
  if (/^(?:---[ \t]*\n[\w-]+:|\+\+\+[ \t]*\n)/.test(text))
    throw new Error(t('its front matter, which starts on line {line}, is not closed', { line: linesBefore + 1 }))
  return { fields: {}, body: file }
}

/** Matches front matter that cannot be a thematic break or a paragraph. */
const fencedField = /^(?:---[ \t]*\n["\w-]+[ \t]*:|\+\+\+[ \t]*\n["\w-]+[ \t]*=|\{[ \t]*\n?[ \t]*"[\w-]+"[ \t]*:)/

const formats: [RegExp, (source: string) => unknown][] = [
  [yamlFence, (source) => parseYaml(source, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false })],
  [tomlFence, (source) => parseToml(source)],
  [jsonFence, (source) => JSON.parse(source)],
]

function fieldsOf(source: string, parse: (source: string) => unknown, linesBefore: number): Fields {
  try {
    const value = parse(source)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    const fields: Fields = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)]))
    // Zola puts tags and custom fields in separate tables.
    const { taxonomies, extra } = fields
    return { ...objectOf(extra), ...objectOf(taxonomies), ...fields }
  } catch (reason) {
    const [why = ''] = reason instanceof Error ? reason.message.split('\n') : []
    const plain = why.replace(/ at line \d+, column \d+:?$/, '').replace(/:$/, '')
    const line = linesBefore + lineOf(reason, source)
    throw new Error(t('its front matter is invalid on line {line}: {why}', { line, why: plain }), { cause: reason })
  }
}

const Located = z.object({
  line: z.optional(z.number()),
  linePos: z.optional(z.array(z.object({ line: z.number() }))),
  message: z.string(),
})

/** Returns the line number of a YAML, TOML, or JSON error in the file. */
function lineOf(reason: unknown, source: string): number {
  const { line, linePos, message } = Located.parse(reason)
  if (line !== undefined || linePos?.[0]) return (line ?? linePos![0]!.line) + 1
  const offset = /at position (\d+)/.exec(message)?.[1]
  if (offset !== undefined) return source.slice(0, Number(offset)).split('\n').length
  // JSON is also YAML, and the YAML parser always reports the line.
  return parseDocument(source).errors[0]?.linePos?.[0].line ?? 1
}

const objectOf = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** Converts TOML dates, with or without a time and a time zone, to text. */
const plainValue = (value: unknown): unknown => (value instanceof Date ? value.toJSON() : value)

/** Returns the first field that is a string or a number, as a string. */
export function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

/** Returns all strings in the fields, which may be lists or comma-separated text.
 *  @param separator matches spaces for Jekyll, which does not use commas */
export const textsOf = (fields: Fields, names: string[], separator: RegExp | string = ','): string[] =>
  names
    .map((name) => fields[name])
    .flatMap((value): unknown => (typeof value === 'string' ? value.split(separator) : value))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map((one) => String(one).trim())
    .filter((one) => one !== '')

/** A time zone: an offset, or an abbreviation that `Date` parses. */
const zoned = /(?:Z|[+-]\d\d:?\d\d|GMT|UTC|[ECMP][SD]T)$/i

/** Parses a time, in UTC unless it has a time zone. Returns null if it is not a time. */
export function timeOf(text: string): Date | null {
  if (text === '') return null
  const iso = text.replace(/^(\d{4}-\d\d-\d\d)[T ]+(\d\d?:\d\d)/, '$1 $2')
  const time = new Date(zoned.test(iso) || /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : `${iso} UTC`)
  const year = time.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? time : null
}

/** Returns the path or URL of a picture in the first field that has one: as text, as the first item in a list, or in
 *  an object. */
export function pictureIn(fields: Fields, names: string[]): string {
  for (const name of names) {
    const found = pictureOf(fields[name])
    if (found !== '') return found
  }
  return ''
}

const pictureNames = ['image', 'src', 'url', 'path', 'feature', 'filename', 'overlay_image', 'teaser', 'og_image']

function pictureOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.length > 0 ? pictureOf(value[0]) : ''
  if (typeof value !== 'object' || value === null) return ''
  const fields: Fields = Object.fromEntries(Object.entries(value))
  return textOf(fields, ...pictureNames)
}
