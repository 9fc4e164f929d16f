import { parse } from 'csv-parse/sync'
import type { RedirectPair } from './redirect-rules.contract.ts'
import { t } from '#messages/messages.ts'

/** A line that could not be read as a redirect. */
interface UnreadLine {
  message: string
}
export interface RedirectLine {
  /** From 1. */
  line: number
  text: string
  redirect: RedirectPair | UnreadLine
}

const permanent = /^30[1278]!?$/
const arrows = new Set(['→', '->', '=>'])

/** Reads `/from /to` lines, Netlify's `_redirects`, and `from,to`. Skips empty lines, comments, and a table's header.
 *  */
export function redirectLinesIn(text: string): RedirectLine[] {
  return text.split(/\r\n|\n|\r/).flatMap((raw, at) => {
    const line = at === 0 ? raw.replace(/^\u{feff}/u, '').trim() : raw.trim()
    if (line === '' || line.startsWith('#') || (at === 0 && isHeader(line))) return []
    return [{ line: at + 1, text: line, redirect: isTable(line) ? fromTable(line) : fromWords(line) }]
  })
}

const isTable = (line: string) => /^"|^[^\s,]+\s*,\s*("|\/|https?:)/i.test(line)
const isHeader = (line: string): boolean => {
  const cells = line.split(',')
  return cells.length > 1 && cells.slice(0, 2).every((cell) => /^"?[a-z][a-z _-]*"?$/i.test(cell.trim()))
}

function fromTable(line: string): RedirectPair | UnreadLine {
  const fields = cellsOf(line)
  if (!fields) return { message: t('This line has an unclosed quotation mark.') }
  const [from = '', to = '', status = ''] = fields
  return redirectOf(from, to, status)
}

function cellsOf(line: string): string[] | null {
  try {
    return parse(line, { trim: true, relax_column_count: true })[0] ?? null
  } catch {
    return null
  }
}

function fromWords(line: string): RedirectPair | UnreadLine {
  const [from = '', ...words] = line.split(/\s+/).filter((word) => !arrows.has(word))
  const comment = words.findIndex((word) => word.startsWith('#'))
  const rest = comment < 0 ? words : words.slice(0, comment)
  const at = rest.findIndex((word) => /^(\/|https?:)/i.test(word))
  if (at < 0) return { message: t('Write the old path, a space, and the new path or URL.') }
  const [to = '', status = '', ...conditions] = rest.slice(at)
  if (conditions.length > 0) return { message: t('Conditions are not supported.') }
  const params = rest.slice(0, at)
  if (params.length > 0 && !params.every((word) => /^[^=]+=/.test(word)))
    return { message: t('Write the old path, a space, and the new path or URL.') }
  return redirectOf(params.length > 0 ? `${from}?${params.join('&')}` : from, to, status)
}

/** Converts Netlify's `:splat`, and rejects what a permanent redirect cannot express. */
function redirectOf(from: string, to: string, status: string): RedirectPair | UnreadLine {
  if (status !== '' && !permanent.test(status))
    return { message: t('Only redirects are supported, not “{status}”.', { status }) }
  const target = to.replace(/\/:splat$/, '/*')
  if (/[/=]:[a-z_]/i.test(from) || /\/:[a-z_]/i.test(target))
    return { message: t('Placeholders are not supported, except * at the end of the path.') }
  return { from, to: target }
}
