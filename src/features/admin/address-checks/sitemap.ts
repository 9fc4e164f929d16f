import { gunzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import { t } from '#messages/messages.ts'
import { linesOf, maxSitemapBytes } from './list-lines.ts'

/** The URLs in a sitemap, or the sitemaps in an index. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/** Reads a sitemap, a sitemap index, or a list with one URL per line, gzipped or not.
 *  @throws Error if it is none of these or too large */
export function readSitemap(bytes: Buffer): Sitemap {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = (isCompressed ? gunzipSync(bytes, { maxOutputLength: maxSitemapBytes }) : bytes).toString('utf8')
  const start = text.replace(/^\u{feff}/u, '').trimStart()
  if (/^<(!doctype\s+)?html/i.test(start)) throw new Error(t('It is a web page, not a sitemap.'))
  return start.startsWith('<') ? fromXml(start) : { pages: linesOf(start), sitemaps: [] }
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => name === 'url' || name === 'sitemap',
})

interface Parsed {
  urlset?: { url?: Entry[] } | string
  sitemapindex?: { sitemap?: Entry[] } | string
}
type Entry = { loc?: unknown } | string

function fromXml(text: string): Sitemap {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part is checked below
  const { urlset, sitemapindex } = parser.parse(text) as Parsed
  if (urlset === undefined && sitemapindex === undefined)
    throw new Error(t('It is not a sitemap: it has no <urlset> or <sitemapindex>.'))
  return {
    pages: typeof urlset === 'object' ? locationsOf(urlset.url) : [],
    sitemaps: typeof sitemapindex === 'object' ? locationsOf(sitemapindex.sitemap) : [],
  }
}

const locationsOf = (entries: Entry[] = []): string[] =>
  entries.flatMap((entry) => {
    // Image sitemaps also have a `loc` per image, but nested in other elements.
    const loc = typeof entry === 'object' ? [entry.loc].flat()[0] : undefined
    return typeof loc === 'string' && loc.trim() !== '' ? [loc.trim()] : []
  })
