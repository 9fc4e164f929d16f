import { t } from '#messages/messages.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'

/** A row in a CSV file. `line`: its first line, counted from 1. */
export interface CsvRow {
  line: number
  fields: string[]
}
export interface LineError {
  line: number
  reason: string
}

/** Decodes a file as UTF-8, UTF-16, or else Windows-1252, and normalizes line breaks to `\n`. */
export const decodeText = (bytes: Uint8Array): string => decodedText(bytes).replaceAll(/\r\n?/g, '\n')

function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decoded('utf-16le', bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decoded('utf-16be', bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded('windows-1252', bytes)
  }
}

const decoded = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

/** A longer row usually has an unclosed quotation mark. */
const maxRowLength = 16_384
const maxFaults = 100

/** Reads all rows in a CSV file. Reports invalid lines and continues after each. */
export async function readCsv(text: string): Promise<{ rows: CsvRow[]; faults: LineError[] }> {
  const lines = text.split('\n')
  const delimiter = delimiterOf(lines)
  const [rows, faults]: [CsvRow[], LineError[]] = [[], []]
  let line: number | null = isHint(lines[0]) ? 2 : 1
  while (line !== null) {
    const fault: LineError | null = await readFrom(lines, line, delimiter, rows)
    if (fault) faults.push(fault)
    line = fault && fault.line + 1
    if (faults.length === maxFaults && line !== null && line <= lines.length) {
      faults.push({ line, reason: t('the rest was skipped: too many invalid lines') })
      line = null
    }
  }
  return { rows, faults }
}

/** Excel's hint about the delimiter. */
const isHint = (line: string | undefined) => /^sep=.$/i.test(line ?? '')

/** Returns the delimiter that occurs most often in the header. */
function delimiterOf(lines: string[]): string {
  const header = lines.find((line) => line.trim() !== '' && !isHint(line)) ?? ''
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!
}

/** Parses the lines starting at `from`, and adds their rows. @returns the first invalid line; null if there is none */
async function readFrom(lines: string[], from: number, delimiter: string, rows: CsvRow[]): Promise<LineError | null> {
  const start = firstFilled(lines, from)
  let next = start
  function addRow(fields: string[], { lines: read }: { lines: number }): null {
    const end = Math.max(next, start + read - 1)
    const width = rows[0]?.fields.length ?? fields.length
    if (end > next && fields.length !== width) throw new BrokenLine() // an extra quotation mark has consumed the next lines
    rows.push({ line: next, fields })
    next = firstFilled(lines, end + 1)
    return null
  }
  // Rows are added one by one, because the stream would drop those before an invalid line.
  const options = { relaxColumnCount: true, skipEmptyLines: true, maxRecordSize: maxRowLength, onRecord: addRow }
  try {
    await pipeline(Readable.from(chunksOf(lines, start)), parse({ delimiter, ...options }).resume())
    return null
  } catch (reason) {
    if (!(reason instanceof CsvError || reason instanceof BrokenLine)) throw reason
    return { line: next, reason: t('invalid quotation marks') }
  }
}

class BrokenLine extends Error {}

function firstFilled(lines: string[], from: number): number {
  let line = from
  while (line < lines.length && lines[line - 1] === '') line++
  return line
}

const linesAtOnce = 500
function* chunksOf(lines: string[], from: number): Generator<string> {
  for (let at = from - 1; at < lines.length; at += linesAtOnce)
    yield `${lines.slice(at, at + linesAtOnce).join('\n')}${at + linesAtOnce < lines.length ? '\n' : ''}`
}
