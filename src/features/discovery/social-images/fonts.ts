import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/** A font for social images. */
export interface Font {
  name: string
  weight: 400 | 600 | 800
  style: 'normal'
  data: Buffer
}
export interface Fonts {
  fonts: Font[]
  /** The characters that every weight can draw, as code points. */
  characters: ReadonlySet<number>
}

/** Font families in order of precedence. */
export const fontFamilies = 'Schibsted, Schibsted Extended'
const families = { latin: 'Schibsted', 'latin-ext': 'Schibsted Extended' } as const
const weights = [400, 600, 800] as const

let reading: Promise<Fonts> | undefined
/** Loads the site's typeface from static files, once. */
export const loadFonts = (): Promise<Fonts> => (reading ??= readFonts())

async function readFonts(): Promise<Fonts> {
  const [latin, extended] = await Promise.all([readSubset('latin'), readSubset('latin-ext')])
  // The weights of a family have the same characters.
  const characters = new Set([...charactersOf(latin[0]!.data), ...charactersOf(extended[0]!.data)])
  return { fonts: [...latin, ...extended], characters }
}

const { resolve } = createRequire(import.meta.url)
const readSubset = (subset: keyof typeof families): Promise<Font[]> =>
  Promise.all(
    weights.map(async (weight) => {
      const file = `@fontsource/schibsted-grotesk/files/schibsted-grotesk-${subset}-${weight}-normal.woff`
      return { name: families[subset], weight, style: 'normal', data: await fs.readFile(resolve(file)) }
    }),
  )

/** Returns the code points that a WOFF file has glyphs for. Source: WOFF 1.0 §4, OpenType `cmap` format 4 */
function charactersOf(woff: Buffer): number[] {
  const cmap = tableOf(woff, 'cmap')
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const start = tables.find((at) => cmap.readUInt16BE(at) === 4)
  return start === undefined ? [] : mappedIn(cmap.subarray(start))
}

function tableOf(woff: Buffer, tag: string): Buffer {
  for (let at = 44, left = woff.readUInt16BE(12); left > 0; at += 20, left--) {
    if (woff.toString('latin1', at, at + 4) !== tag) continue
    const offset = woff.readUInt32BE(at + 4)
    const packed = woff.readUInt32BE(at + 8)
    const bytes = woff.subarray(offset, offset + packed)
    return packed < woff.readUInt32BE(at + 12) ? inflateSync(bytes) : bytes
  }
  throw new Error(`The font has no ${tag} table.`)
}

/** Returns the code points of a format 4 table: segments with an end, a start, and the offset of their glyphs. */
function mappedIn(table: Buffer): number[] {
  const count = table.readUInt16BE(6) / 2
  const field = (part: number, segment: number) => 14 + part * count * 2 + (part > 0 ? 2 : 0) + segment * 2
  return Array.from({ length: count }, (_, segment) => {
    const [end, start] = [table.readUInt16BE(field(0, segment)), table.readUInt16BE(field(1, segment))]
    const [delta, rangeAt] = [table.readUInt16BE(field(2, segment)), field(3, segment)]
    const range = table.readUInt16BE(rangeAt)
    return Array.from({ length: end - start + 1 }, (_, index) => start + index).filter((point) => {
      if (point === 0xffff) return false
      if (range === 0) return ((point + delta) & 0xffff) !== 0
      return table.readUInt16BE(rangeAt + range + (point - start) * 2) !== 0
    })
  }).flat()
}
