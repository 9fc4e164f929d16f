import { type Fields, textOf, textsOf, timeOf } from './front-matter.ts'
import { recordOf } from './generators/file-tree.ts'
import type { SourcePost } from './source-site.ts'

/** The fields with the publication date, most specific first. */
export const dateFields = [
  'date',
  'published_at',
  'datePublished',
  'pubDate',
  'pubDatetime',
  'publishDate',
  'publishdate',
  'publishedAt',
  'published_date',
  'publishedDate',
  'pubdate',
  'publish_date',
  'published',
  'created',
  'createdAt',
  'created_at',
  'date_created',
  'publishedOn',
  'postedOn',
  'posted',
]

/** The fields with the date of the last change, used for posts without any other date. */
export const changeFields = [
  'lastmod',
  'last_modified_at',
  'lastModified',
  'updated',
  'updatedAt',
  'updated_at',
  'modified',
  'lastUpdated',
]

/** Returns the text of the first date field that contains a date. */
export const dateIn = (fields: Fields, names: string[]): string =>
  names.map((name) => textOf(fields, name)).find((text) => timeOf(text) !== null) ?? ''

const isTrue = (value: unknown): boolean => value === true || value === 'true'
const isFalse = (value: unknown): boolean => value === false || value === 'false'

export const isDraftIn = (fields: Fields): boolean =>
  isTrue(fields['draft']) ||
  isTrue(fields['isDraft']) ||
  isFalse(fields['published']) ||
  isFalse(fields['publish']) ||
  /^(?:draft|private|unpublished)$/i.test(textOf(fields, 'status'))

/** Reports whether the post was unlisted on the old site. */
export function isUnlistedIn(fields: Fields): boolean {
  const { list } = { ...recordOf(fields['_build']), ...recordOf(fields['build']) }
  const { sitemap } = fields
  return (
    ['unlisted', 'hidden', 'private', 'noindex', 'eleventyExcludeFromCollections'].some((name) =>
      isTrue(fields[name]),
    ) ||
    list === 'never' ||
    isFalse(list) ||
    isFalse(sitemap) ||
    isTrue(recordOf(sitemap)['disable'])
  )
}

/** Returns the name of the series that a post belongs to, and its position in the series. */
export function seriesIn(fields: Fields): SourcePost['series'] {
  const { series } = fields
  const nested = recordOf(series)
  const name = textOf(nested, 'name', 'title', 'id') || (textsOf({ series: [series].flat() }, ['series'])[0] ?? '')
  const place = textOf(fields, 'series_order', 'seriesOrder', 'series_weight', 'series_part', 'seriesPart', 'part')
  const position = Number(place || textOf(nested, 'order', 'part', 'position', 'index'))
  return name === '' ? undefined : { name, position: Number.isInteger(position) && position > 0 ? position : null }
}

/** Returns the URL where the text was first published, if that is on a different site. */
export function canonicalIn(fields: Fields, origins: (string | null)[]): string | undefined {
  const url = URL.parse(textOf(fields, 'canonical_url', 'canonicalURL', 'canonicalUrl', 'canonical'))
  return url && /^https?:$/.test(url.protocol) && !origins.includes(url.origin) ? url.href : undefined
}

/** Returns the post's expiration time, if it has passed. */
export function expiredAt(fields: Fields, nowMs: number): Date | null {
  const at = timeOf(textOf(fields, 'expiryDate', 'expirydate', 'unpublishDate'))
  return at && at.getTime() < nowMs ? at : null
}
