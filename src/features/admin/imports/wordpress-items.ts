import { t } from '#messages/messages.ts'
import { timeOf } from './front-matter.ts'
import { percentDecoded } from '#kernel/address.contract.ts'
import { markdownOf } from './html-to-markdown.ts'
import { type SourceComment, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { htmlOf, type Media } from './wordpress-html.ts'
import { allMetaOf, Comment, type Item, metaOf, Term } from './wordpress-schema.ts'

/** Facts about the other items that are needed to read an item. */
export interface Reading {
  /** The files in the media library, by id. */
  media: ReadonlyMap<string, Media>
  /** The keys used so far. */
  seen: Set<string>
  /** The number of items left out, by kind. */
  counts: Map<string, number>
  /** The URL of the site. */
  link: string
}

export const mediaIn = (items: Item[]): Map<string, Media> =>
  new Map(
    items.flatMap((item) => {
      const address = item['wp:attachment_url'] || (item['wp:post_type'] === 'attachment' ? item.guid : '')
      return address === ''
        ? []
        : [[item['wp:post_id'], { address, alt: metaOf(item, '_wp_attachment_image_alt') }] as const]
    }),
  )

/** Post ids are unique, but guids are not: some plugins export several posts with the same guid. */
function keyOf(item: Item, seen: Set<string>): string {
  const key = `WordPress ${item.guid || item.link || item['wp:post_id']}`
  const unique = seen.has(key) ? `${key} (${item['wp:post_id']})` : key
  seen.add(unique)
  return unique
}

const ignored = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
])
const isOfTheme = (type: string): boolean => ignored.has(type) || type.startsWith('wp_')

/** Adds an item to the site, or counts it. */
export function readItem(site: SourceSite, item: Item, reading: Reading): void {
  const { 'wp:post_type': type, 'wp:status': status } = item
  if (isOfTheme(type) || status === 'auto-draft' || status === 'inherit') return
  const title = storable(item.title).trim() || item['wp:post_id']
  if (type !== 'post' && type !== 'page') {
    const why = t('it has the type “{type}”', { type })
    const count = site.skipped!.filter((one) => one.why === why).length
    if (count < 50) site.skipped!.push({ key: `WordPress ${title}`, why })
    return
  }
  if (status === 'trash') return count(reading, t('posts in the trash'))
  const key = keyOf(item, reading.seen)
  try {
    site.posts.push(postOf(item, key, reading))
  } catch (reason) {
    site.refused.push({ key, why: reason instanceof Error ? reason.message : String(reason) })
  }
}

const count = ({ counts }: Reading, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

function postOf(item: Item, key: string, reading: Reading): SourcePost {
  const { link } = item
  const createdAt = dateOf(item)
  const name = item['wp:post_name']
  const html = htmlOf(storable(item['content:encoded']), reading.media, metaOf(item, 'footnotes'))
  const cover = reading.media.get(metaOf(item, '_thumbnail_id'))
  const comments = commentsOf(item, reading)
  const why = whyDraft(item)
  const isPage = item['wp:post_type'] === 'page'
  const isSticky = item['wp:is_sticky'] === '1' && createdAt !== null
  return {
    key,
    title: storable(item.title).trim(),
    content: markdownOf(html.html).trim(),
    createdAt,
    isDraft: !/^(?:publish|future)$/.test(item['wp:status']) || why !== null,
    categories: termsOf(item),
    addresses: addressesOf(item),
    base: link || '/',
    notes: html.left.map((left) => t('shown as code, because it is a shortcode: {left}', { left })),
    ...(name && { slug: percentDecoded(name) }),
    ...(why !== null && { whyDraft: why }),
    ...(cover && { cover }),
    ...(isPage && { isPage }),
    ...(isSticky && { pinnedAt: createdAt }),
    ...(comments.length > 0 && { comments }),
  }
}

/** Returns the publication time; null for drafts that have none. */
function dateOf(item: Item): Date | null {
  const { 'wp:post_date_gmt': gmt, 'wp:post_date': local, pubDate } = item
  if (!gmt.startsWith('0000') && gmt !== '') return timeOf(gmt)
  if (item['wp:status'] === 'draft' || item['wp:status'] === 'pending') return null
  return timeOf(pubDate) ?? (local.startsWith('0000') ? null : timeOf(local))
}

function whyDraft(item: Item): string | null {
  if (item['wp:post_password'] !== '') return t('it is password-protected')
  if (item['wp:status'] === 'private') return t('it is private')
  return item['wp:status'] === 'pending' ? t('it is pending review') : null
}

/** Returns the categories and tags. Drops taxonomies added by plugins. */
function termsOf({ category }: Item): string[] {
  const terms = category.flatMap((one) => Term.safeParse(one).data ?? [])
  return ['category', 'post_tag'].flatMap((domain) =>
    terms
      .filter(
        (term) =>
          term['@domain'] === domain &&
          term['@nicename'] !== 'uncategorized' &&
          term['#text'].trim() !== 'Uncategorized',
      )
      .map((term) => term['#text'].trim()),
  )
}

/** Returns the permalink, the id-based address, and the addresses for a long post's other pages and for former
 *  slugs. */
function addressesOf(item: Item): string[] {
  const { link, guid, 'wp:post_id': id, 'wp:post_name': name } = item
  const isPermalink = link !== '' && !link.includes('?')
  const within = isPermalink ? link.replace(/\/?$/, '/') : ''
  const pages = within === '' ? 0 : item['content:encoded'].split(/<!--\s*nextpage\s*-->/).length - 1
  const former = isPermalink
    ? allMetaOf(item, '_wp_old_slug').map((slug) => within.replace(/(?<![^/])[^/]+\/$/, `${slug}/`))
    : []
  const byId = id === '' ? [] : [`/?p=${id}`, ...(item['wp:post_type'] === 'page' ? [`/?page_id=${id}`] : [])]
  return [
    ...new Set([
      ...(isPermalink ? [link] : []),
      ...byId,
      ...(guid === '' || guid.includes('?') ? [] : [guid]),
      ...(name ? [`/${name}/`] : []),
      ...former,
      ...Array.from({ length: Math.min(pages, 100) }, (_, index) => `${within}${index + 2}/`),
    ]),
  ]
}

/** Returns the approved comments; counts the others, and pingbacks. */
function commentsOf(item: Item, reading: Reading): SourceComment[] {
  return item['wp:comment'].flatMap((one) => {
    const comment = Comment.safeParse(one).data
    const why = comment ? whyNot(comment['wp:comment_type'], comment['wp:comment_approved']) : t('invalid comments')
    if (why !== null || !comment) {
      count(reading, why ?? t('invalid comments'))
      return []
    }
    const parent = comment['wp:comment_parent']
    const createdAt = timeOf(comment['wp:comment_date_gmt']) ?? timeOf(comment['wp:comment_date'])
    return {
      key: `WordPress ${reading.link} ${comment['wp:comment_id']}`,
      parentKey: parent === '' || parent === '0' ? null : `WordPress ${reading.link} ${parent}`,
      authorName: comment['wp:comment_author'],
      authorUrl: comment['wp:comment_author_url'] || null,
      content: markdownOf(htmlOf(storable(comment['wp:comment_content']), new Map(), '').html).trim(),
      createdAt: createdAt ?? dateOf(item) ?? new Date(0),
    }
  })
}

function whyNot(type: string, approved: string): string | null {
  if (type === 'pingback' || type === 'trackback') return t('pingbacks and trackbacks')
  if (type !== '' && type !== 'comment') return t('comments of the type “{type}”', { type })
  if (approved === '1') return null
  return approved === '0'
    ? t('comments awaiting approval')
    : approved === 'spam'
      ? t('comments marked as spam')
      : t('deleted comments')
}
