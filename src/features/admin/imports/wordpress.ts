import { t } from '#messages/messages.ts'
import { XMLParser } from 'fast-xml-parser'
import { noPictures, type SourceSite, SourceError } from './source-site.ts'
import { mediaIn, readItem, type Reading } from './wordpress-items.ts'
import { wordPressLists } from './wordpress-lists.ts'
import { Item, Wxr } from './wordpress-schema.ts'
import { itemNames } from './item-names.ts'

const lists = new Set(['item', 'category', 'wp:category', 'wp:tag', 'wp:author', 'wp:comment', 'wp:postmeta'])
const parser = new XMLParser({
  ignoreAttributes: (name) => name !== 'domain' && name !== 'nicename',
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity, maxEntityCount: 0 },
  isArray: (name) => lists.has(name),
})

/** Parses a WordPress export (WXR), which may be split into several files. Private and password-protected posts become
 *  drafts. @throws SourceError for damaged XML, XML that defines entities, and other formats */
export function readWordPress(...files: string[]): SourceSite {
  const channels = files.map(channelOf)
  const origin = URL.parse(channels[0]!.link.trim())?.origin ?? null
  const site: SourceSite = { kind: 'WordPress', posts: [], refused: [], skipped: [], pictureAt: noPictures, origin }
  const items = channels.flatMap(({ item }) => item)
  const parsed = items.map((one) => Item.safeParse(one).data ?? null)
  const known = parsed.filter((item) => item !== null)
  const reading: Reading = { media: mediaIn(known), seen: new Set(), counts: new Map(), link: channels[0]!.link.trim() }
  for (const [index, item] of parsed.entries()) {
    if (item) readItem(site, item, reading)
    else site.refused.push({ key: itemNames.item(index + 1), why: t('it lacks required fields') })
  }
  const { lists, notes } = wordPressLists(channels, known, site.posts)
  site.lists = lists
  site.notes = [
    ...[...reading.counts].map(([what, count]) => t('not imported: {what} ({count})', { what, count })),
    ...notes,
  ]
  return site
}

function channelOf(xml: string) {
  const wxr = Wxr.safeParse(parsedXml(xml))
  if (!wxr.success) throw new SourceError(t('This XML is not a WordPress export.'))
  return wxr.data.rss.channel
}

function parsedXml(xml: string): unknown {
  // Exports have no document type declaration, the only place where entities can be defined.
  if (/<!DOCTYPE|<!ENTITY/i.test(withoutCdata(xml)))
    throw new SourceError(t('This XML declares a document type, which is not allowed.'))
  try {
    return parser.parse(xml, true)
  } catch (reason) {
    const why = reason instanceof Error ? reason.message.split('\n')[0]! : ''
    throw new SourceError(t('This XML is damaged or truncated: {why}', { why }), { cause: reason })
  }
}

const withoutCdata = (xml: string): string => {
  const [first, ...others] = xml.split('<![CDATA[')
  return [first, ...others.map((part) => part.slice(part.indexOf(']]>') + 3))].join('')
}
