import { mf2 } from 'microformats-parser'
import { mentionText } from './mention-html.ts'
import { plainLine } from './plain-line.ts'
import { readableHtml } from './readable-html.ts'
import type { Author, Entry, SourceAddress } from './source-entry.contract.ts'
import type { WebmentionType } from './webmentions.contract.ts'

type Document = ReturnType<typeof mf2>
type Thing = Document['items'][number]
type Value = Thing['properties'][string][number]

const maxNameLength = 100
const maxTitleLength = 200
const maxAddressLength = 2000
const noAuthor: Author = { name: '', url: '', photo: '' }
/** In order of precedence: the first match is used. */
const types: [property: string, type: WebmentionType][] = [
  ['repost-of', 'repost-of'],
  ['repost', 'repost-of'],
  ['like-of', 'like-of'],
  ['like', 'like-of'],
  ['bookmark-of', 'bookmark-of'],
  ['in-reply-to', 'in-reply-to'],
]

/** Returns the page's entry about the target, or null. Source: indieweb.org, representative h-entry, authorship */
export function readEntry(html: string, address: SourceAddress): Entry | null {
  const page = parsed(html, address.finalUrl)
  const entry = page && representative(page, address)
  if (!entry) return null
  const { properties } = entry
  const type = typeOf(entry, address.target)
  const { author, authorPage } = authorOf(entry, page, address.finalUrl)
  const [content] = properties['content'] ?? properties['summary'] ?? []
  const name = plainLine(textOf(properties['name']?.[0]), maxTitleLength)
  const answer = type === 'rsvp' ? `RSVP: ${plainLine(textOf(properties['rsvp']?.[0]), 20)}` : ''
  const text = content === undefined ? answer || (type === 'in-reply-to' ? name : '') : textOf(content)
  return {
    type,
    url: (properties['url'] ?? []).map(addressOf).find((one) => one !== '') ?? address.source,
    title: name !== '' && isTitle(name, text) ? name : '',
    ...mentionText(text, htmlOf(content)),
    publishedAt: timeOf(textOf(properties['published']?.[0])),
    author,
    authorPage,
  }
}

/** Returns the author that a page describes, or null. */
export function readAuthor(html: string, pageUrl: string): Author | null {
  const page = parsed(html, pageUrl)
  if (!page) return null
  const cards = allOf(page.items, 'h-card')
  const isOwn = (card: Thing, property: string) =>
    addressesOf(card.properties[property]).some((one) => same(one, pageUrl))
  const me = page.rels['me'] ?? []
  const card =
    cards.find((one) => isOwn(one, 'url') && isOwn(one, 'uid')) ??
    cards.find((one) => addressesOf(one.properties['url']).some((url) => me.some((other) => same(url, other)))) ??
    cards.find((one) => isOwn(one, 'url')) ??
    (cards.length === 1 ? cards[0] : undefined)
  return card ? authorIn(card) : null
}

/** Returns null if the parser fails, such as on frames or deep nesting. */
function parsed(html: string, baseUrl: string): Document | null {
  try {
    return mf2(readableHtml(html, baseUrl), { baseUrl })
  } catch {
    return null
  }
}

/** Returns the entry whose URL is the page's, otherwise the only entry, otherwise the entry about the target. */
function representative({ items }: Document, { source, finalUrl, target }: SourceAddress): Thing | undefined {
  const entries = allOf(items, 'h-entry')
  const own = entries.find(({ properties }) =>
    addressesOf(properties['url']).some((url) => same(url, source) || same(url, finalUrl)),
  )
  if (own) return own
  if (entries.length === 1) return entries[0]
  return entries.find(
    (entry) => typeOf(entry, target) !== 'mention' || htmlOf(entry.properties['content']?.[0]).includes(target),
  )
}

function typeOf({ properties }: Thing, target: string): WebmentionType {
  const isAbout = (property: string) => addressesOf(properties[property]).some((url) => same(url, target))
  if (properties['rsvp'] && isAbout('in-reply-to')) return 'rsvp'
  return types.find(([property]) => isAbout(property))?.[1] ?? 'mention'
}

function authorOf(entry: Thing, { items, rels }: Document, pageUrl: string) {
  const feed = allOf(items, 'h-feed').find(({ children }) => children?.includes(entry))
  const given = entry.properties['author']?.[0] ?? feed?.properties['author']?.[0]
  if (typeof given === 'object' && 'properties' in given) {
    const author = authorIn(given)
    return { author, authorPage: author.name === '' ? author.url : '' }
  }
  const text = given === undefined ? '' : textOf(given)
  if (addressOf(text)) return { author: { ...noAuthor, url: addressOf(text) }, authorPage: addressOf(text) }
  if (text !== '') return { author: { ...noAuthor, name: plainLine(text, maxNameLength) }, authorPage: '' }
  const cards = items.filter(({ type }) => type?.includes('h-card'))
  const card =
    cards.find(({ properties }) => addressesOf(properties['url']).some((url) => same(url, pageUrl))) ?? cards[0]
  if (card && cards.length === 1) return { author: authorIn(card), authorPage: '' }
  return { author: noAuthor, authorPage: addressOf(rels['author']?.[0] ?? '') }
}

const authorIn = ({ properties }: Thing): Author => ({
  name: plainLine(textOf(properties['name']?.[0]), maxNameLength),
  url: (properties['url'] ?? []).map(addressOf).find((one) => one !== '') ?? '',
  photo: addressOf(textOf(properties['photo']?.[0])),
})

/** Returns all items of the type at the top level and among children; excludes items nested in properties. */
const allOf = (items: Thing[], type: string): Thing[] =>
  items.flatMap((item) => [...(item.type?.includes(type) ? [item] : []), ...allOf(item.children ?? [], type)])

/** Returns the values that are URLs and the URLs of values that are items. */
const addressesOf = (values: Value[] = []): string[] =>
  values.flatMap((value) =>
    typeof value === 'object' && 'properties' in value
      ? [...addressesOf(value.properties['url']), ...addressesOf(value.properties['uid'])]
      : [textOf(value)],
  )

function textOf(value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if ('properties' in value) return textOf(value.properties['name']?.[0])
  return (value.value ?? '').trim()
}

const htmlOf = (value: Value | undefined): string =>
  typeof value === 'object' && 'html' in value && typeof value.html === 'string' ? value.html : ''

/** Returns the value if it is an http or https URL, otherwise an empty string. */
function addressOf(value: Value): string {
  const url = URL.parse(textOf(value))
  const isWebUrl = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isWebUrl && url.href.length <= maxAddressLength ? url.href : ''
}

const same = (a: string, b: string): boolean =>
  a === b || (URL.canParse(a) && URL.parse(a)?.href === URL.parse(b)?.href)

/** Returns whether the name is a title. If the text starts with the name, the parser derived it from the text. */
const isTitle = (name: string, text: string): boolean => !flat(text).startsWith(flat(name))
const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i
const begin = Date.UTC(1990, 0)

/** Parses a time; assumes UTC if it has no time zone. Ignores times in the future or before the web existed. */
function timeOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || text.length > 40) return null
  const spelled = text.length > 10 && !zoned.test(text) ? `${text}Z` : text
  const ms = Date.parse(spelled)
  return ms > begin && ms <= Date.now() + 86_400_000 ? new Date(Math.min(ms, Date.now())).toISOString() : null
}
