import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { markdownOf } from './html-to-markdown.ts'
import { imageOf } from './markdown-parts.ts'
import { noPictures, type Refusal, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { type ThreadPart, threadsOf } from './threads.ts'
import { orElse } from './or-else.ts'

const Cid = z.object({ $link: z.string() })
/** Old records use the second form. */
const Blob = z.union([
  z.pipe(
    z.object({ ref: Cid }),
    z.transform(({ ref }: { ref: z.infer<typeof Cid> }) => ref.$link),
  ),
  z.pipe(
    z.object({ cid: z.string() }),
    z.transform(({ cid }: { cid: string }) => cid),
  ),
])
const Picture = z.object({ image: Blob, alt: orElse(z.string(), '') })
const Media = z.object({
  images: orElse(z.optional(z.array(Picture)), undefined),
  external: orElse(z.optional(z.object({ uri: z.string(), title: orElse(z.string(), '') })), undefined),
  video: z.optional(z.unknown()),
  /** The description of the video. */
  alt: orElse(z.optional(z.string()), undefined),
})
const Reference = z.object({ uri: z.string() })
const Embed = z.extend(Media, {
  media: orElse(z.optional(Media), undefined),
  // A quote with pictures is nested one level deeper.
  record: orElse(z.optional(z.union([Reference, z.object({ record: Reference })])), undefined),
})
const Facet = z.object({
  index: z.object({ byteStart: z.int(), byteEnd: z.int() }),
  features: z.array(
    z.object({ uri: z.optional(z.string()), did: z.optional(z.string()), tag: z.optional(z.string()) }),
  ),
})

/** A record of `app.bsky.feed.post`. Source: the lexicon of that name. */
const PostRecord = z.object({
  text: z.string(),
  createdAt: orElse(z.string(), ''),
  facets: orElse(z.array(z.unknown()), []),
  tags: orElse(z.array(z.string()), []),
  embed: orElse(z.optional(Embed), undefined),
  reply: orElse(z.optional(z.object({ parent: Reference })), undefined),
})
type PostRecord = z.infer<typeof PostRecord>

interface Part extends ThreadPart {
  record: PostRecord
}

/** An account's posts. `handle`: null if unknown. `records`: keyed by URI, `at://did/app.bsky.feed.post/key`. */
export interface Account {
  did: string
  handle: string | null
  records: Map<string, unknown>
}

/** Converts an account's posts. Threads become one post each; replies to others are left out. */
export function siteOfAccount(account: Account): SourceSite {
  const parts: Part[] = []
  const refused: Refusal[] = []
  for (const [id, given] of account.records) {
    const { data: record } = PostRecord.safeParse(given)
    if (record)
      parts.push({ id, replyTo: record.reply?.parent.uri ?? null, createdAt: timeOf(record.createdAt), record })
    else refused.push({ key: id, why: t('it is not valid') })
  }
  const { threads, repliesToOthers } = threadsOf(parts, (id) => id.startsWith(`at://${account.did}/`))
  return {
    kind: 'Bluesky',
    posts: threads.map((thread) => postOf(account, thread)),
    refused,
    pictureAt: noPictures,
    origin: 'https://bsky.app',
    notes: repliesToOthers > 0 ? [t('not imported: replies to others ({count})', { count: repliesToOthers })] : [],
  }
}

function postOf({ did, handle }: Account, thread: [Part, ...Part[]]): SourcePost {
  const [{ id, createdAt }] = thread
  const names = handle === null ? [did] : [handle, did]
  const videos = thread.filter(({ record: { embed } }) => embed?.video ?? embed?.media?.video).length
  return {
    key: id,
    title: '',
    content: thread.map((part) => contentOf(did, part)).join('\n\n'),
    createdAt,
    isDraft: false,
    categories: thread.flatMap(({ record }) => record.tags),
    addresses: thread.flatMap((part) => names.map((name) => addressOf(part.id, name))),
    base: addressOf(id, handle ?? did),
    isLongForm: false,
    notes: [...(createdAt ? [] : [t('its date is invalid')]), ...(videos > 0 ? [t('its video was not imported')] : [])],
  }
}

/** Returns the URL of a post on the web. */
function addressOf(uri: string, name?: string): string {
  const [, did, key] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? []
  return did ? `https://bsky.app/profile/${name ?? did}/post/${key}` : 'https://bsky.app'
}

function contentOf(did: string, { record }: Part): string {
  const { embed } = record
  const media = embed?.media ?? embed
  const quoted = embed?.record && ('uri' in embed.record ? embed.record.uri : embed.record.record.uri)
  const { external } = media ?? {}
  const text = markdownOf(storable(htmlOf(record)))
  const blocks = [
    text,
    ...(media?.images ?? []).map(({ image, alt }) => imageOf(pictureAddress(did, image), storable(alt))),
    external && /^https?:/.test(external.uri) && !record.text.includes(external.uri) ? linkTo(external) : '',
    media?.video ? `*Video${media.alt ? `: ${plain(media.alt)}` : ''}*` : '',
    quoted?.includes('/app.bsky.feed.post/') ? `<${addressOf(quoted)}>` : '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Returns the URL where Bluesky serves a blob. Repositories do not contain blobs. */
export const pictureAddress = (did: string, cid: string, kind = 'feed_fullsize'): string =>
  `https://cdn.bsky.app/img/${kind}/plain/${did}/${cid}@jpeg`

const plain = (text: string): string => markdownOf(escaped(storable(text).replaceAll(/\s+/g, ' ')))

const linkTo = ({ uri, title }: { uri: string; title: string }): string =>
  title.trim() === ''
    ? `<${uri.replaceAll(/[<>\s]/g, encodeURIComponent)}>`
    : markdownOf(`<a href="${escaped(uri)}">${escaped(storable(title))}</a>`)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns the text as HTML with a link for each facet. Facet positions are in bytes. */
function htmlOf({ text, facets }: PostRecord): string {
  const bytes = Buffer.from(text)
  const parts: string[] = []
  let end = 0
  const known = facets.flatMap((facet) => Facet.safeParse(facet).data ?? [])
  for (const { index, features } of known.toSorted((a, b) => a.index.byteStart - b.index.byteStart)) {
    const { byteStart: from, byteEnd: to } = index
    if (from < end || to <= from || to > bytes.length) continue
    parts.push(escaped(bytes.toString('utf8', end, from)), linkOf(bytes.toString('utf8', from, to), features[0]))
    end = to
  }
  return paragraphs([...parts, escaped(bytes.toString('utf8', end))].join(''))
}

function linkOf(text: string, feature: z.infer<typeof Facet>['features'][number] | undefined): string {
  if (feature?.tag !== undefined) return `<a class="hashtag">${escaped(text)}</a>`
  const href = feature?.uri ?? (feature?.did === undefined ? '' : `https://bsky.app/profile/${feature.did}`)
  return /^https?:\/\//.test(href) ? `<a href="${escaped(href)}">${escaped(text)}</a>` : escaped(text)
}

const paragraphs = (html: string): string =>
  html
    .split(/\n\s*\n/)
    .map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`)
    .join('')
