import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { markdownOf } from './html-to-markdown.ts'
import { noPictures, type SourcePost, type SourceSite, SourceError, storable } from './source-site.ts'
import { htmlOf } from './wordpress-html.ts'

const text = z._default(z.coerce.string(), '')
const Named = z.object({ '#text': text, '@domain': text })
const Item = z.object({
  title: text,
  link: text,
  guid: text,
  'content:encoded': text,
  'wp:post_id': text,
  'wp:post_date_gmt': text,
  'wp:post_name': text,
  'wp:status': text,
  'wp:post_type': text,
  'wp:post_password': text,
  category: z._default(z.array(z.unknown()), []),
})
type Item = z.infer<typeof Item>
const Wxr = z.object({
  rss: z.object({
    channel: z.object({ link: text, 'wp:wxr_version': z.string(), item: z._default(z.array(z.unknown()), []) }),
  }),
})

const parser = new XMLParser({
  ignoreAttributes: (name) => name !== 'domain',
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity, maxEntityCount: 0 },
  isArray: (name) => name === 'item' || name === 'category',
})

/** Parses a WordPress export (WXR). Skips pages; private and password-protected posts become drafts.
 *  @throws SourceError for damaged XML, XML that defines entities, and other formats */
export function readWordPress(xml: string): SourceSite {
  const wxr = Wxr.safeParse(parsed(xml))
  if (!wxr.success) throw new SourceError('This XML is not a WordPress export.')
  const { link, item: items } = wxr.data.rss.channel
  const origin = URL.parse(link.trim())?.origin ?? null
  const site: SourceSite = { kind: 'WordPress', posts: [], refused: [], pictureAt: noPictures, origin }
  const seen = new Set<string>()
  for (const [index, one] of items.entries()) {
    const item = Item.safeParse(one)
    if (item.success) read(site, item.data, seen)
    else site.refused.push({ key: `WordPress ${index + 1}`, why: 'it lacks required fields' })
  }
  return site
}

function parsed(xml: string): unknown {
  // Exports have no document type, and it is the only place that can define entities.
  if (/<!DOCTYPE|<!ENTITY/i.test(withoutCdata(xml)))
    throw new SourceError('This XML declares a document type, which is not allowed.')
  try {
    return parser.parse(xml, true)
  } catch (reason) {
    const why = reason instanceof Error ? reason.message.split('\n')[0] : ''
    throw new SourceError(`This XML is damaged or truncated: ${why}`, { cause: reason })
  }
}

const withoutCdata = (xml: string): string => {
  const [first, ...others] = xml.split('<![CDATA[')
  return [first, ...others.map((part) => part.slice(part.indexOf(']]>') + 3))].join('')
}

/** Plugins have exported several posts with the same guid. */
function keyOf(item: Item, seen: Set<string>): string {
  const key = `WordPress ${item.guid || item.link || item['wp:post_id']}`
  const unique = seen.has(key) ? `${key} (${item['wp:post_id']})` : key
  seen.add(unique)
  return unique
}
const lost = new Set(['trash', 'auto-draft', 'inherit'])

function read(site: SourceSite, item: Item, seen: Set<string>): void {
  const isPage = item['wp:post_type'] === 'page'
  if ((!isPage && item['wp:post_type'] !== 'post') || lost.has(item['wp:status'])) return
  const key = keyOf(item, seen)
  if (isPage) return void site.refused.push({ key, why: 'it is a page' })
  try {
    site.posts.push(postOf(item, key))
  } catch (reason) {
    site.refused.push({ key, why: reason instanceof Error ? reason.message : String(reason) })
  }
}

function postOf(item: Item, key: string): SourcePost {
  const { title, link, guid, category } = item
  const named = category
    .flatMap((one) => Named.safeParse(one).data ?? [])
    .map((one) => ({ domain: one['@domain'], name: one['#text'].trim() }))
  const name = item['wp:post_name']
  return {
    key,
    title: storable(title).trim(),
    content: markdownOf(htmlOf(storable(item['content:encoded']))),
    createdAt: item['wp:post_date_gmt'].startsWith('0000') ? null : timeOf(item['wp:post_date_gmt']),
    isDraft: item['wp:status'] !== 'publish' || item['wp:post_password'] !== '',
    categories: ['category', 'post_tag'].flatMap((domain) =>
      named.filter((one) => one.domain === domain && one.name !== 'Uncategorized').map((one) => one.name),
    ),
    addresses: [link, ...(guid.includes('?') ? [] : [guid]), ...(name ? [`/${name}/`] : [])].filter(
      (one) => one !== '',
    ),
    base: link || '/',
  }
}
