import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import Parser from 'rss-parser'

/** A feed entry as parsed by a third-party reader. */
export interface ReadItem {
  id: string
  url: string
  title: string | null
  html: string
  publishedAt: string
  author: string
}

/** Reads RSS. @throws AssertionError if it is not well-formed or violates RSS 2.0 */
export async function readRss(document: string): Promise<ReadItem[]> {
  hold('rss-2.0', strictly(document, ['item', 'atom:link', 'category']))
  const { items } = await reader.parseString(document)
  return unique(
    items.map((item) => ({
      id: item.guid!,
      url: item.link!,
      title: item.title ?? null,
      html: item['content:encoded'] ?? '',
      publishedAt: item.isoDate!,
      author: item.creator!,
    })),
  )
}

/** Reads Atom. @throws AssertionError if it is not well-formed or violates RFC 4287 */
export async function readAtom(document: string): Promise<ReadItem[]> {
  hold('atom-1.0', strictly(document, ['entry', 'link', 'category']))
  const { items } = await reader.parseString(document)
  return unique(
    items.map((item) => ({
      id: item.id!,
      url: item.link!,
      title: item.title ?? null,
      html: item.content ?? '',
      publishedAt: item.pubDate!,
      author: item.author!,
    })),
  )
}

interface JsonItem {
  id: string
  url: string
  title?: string
  content_html: string
  date_published: string
  authors: { name: string }[]
}

/** Reads a JSON Feed. @throws AssertionError if it violates version 1.1 */
export function readJsonFeed(document: string): ReadItem[] {
  const feed = JSON.parse(document) as { items: JsonItem[] }
  hold('json-feed-1.1', feed)
  return unique(
    feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title ?? null,
      html: item.content_html,
      publishedAt: item.date_published,
      author: item.authors[0]!.name,
    })),
  )
}

const reader = new Parser<object, { id?: string; author?: string; 'content:encoded'?: string }>()
const ajv = new Ajv({ allErrors: true, strictTypes: false })
addFormats(ajv)
const unlimited = Number.MAX_SAFE_INTEGER

function strictly(document: string, severals: string[]): unknown {
  assert.equal(XMLValidator.validate(document), true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    trimValues: false,
    processEntities: { maxTotalExpansions: unlimited, maxExpandedLength: unlimited },
    isArray: (name) => severals.includes(name),
  })
  return parser.parse(document)
}

/** Validates the document against the schema with that name in fixtures/feeds. */
function hold(name: string, document: unknown): void {
  const file = new URL(`../fixtures/feeds/${name}.schema.json`, import.meta.url)
  const holds = ajv.getSchema(name) ?? ajv.compile({ ...JSON.parse(fs.readFileSync(file, 'utf8')), $id: name })
  assert.ok(holds(document), `${name}: ${JSON.stringify(holds.errors?.slice(0, 5))}`)
}

function unique(items: ReadItem[]): ReadItem[] {
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
  return items
}
