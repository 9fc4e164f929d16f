import * as z from 'zod/mini'
import { plainText } from './html-parts.ts'

const text = z._default(z.coerce.string(), '')
/** Titles and names, which WordPress stores as HTML: `Q&amp;A`. */
const line = z.pipe(text, z.transform(plainText))
const list = z._default(z.array(z.unknown()), [])

/** An item in a WordPress export: a post, a page, a file, or a plugin's own type. Source: WordPress,
 *  wp-admin/includes/export.php. */
export const Item = z.object({
  title: line,
  link: text,
  guid: text,
  pubDate: text,
  'dc:creator': text,
  'content:encoded': text,
  'wp:post_id': text,
  'wp:post_date': text,
  'wp:post_date_gmt': text,
  'wp:post_name': text,
  'wp:status': text,
  'wp:post_type': text,
  'wp:post_password': text,
  'wp:is_sticky': text,
  'wp:attachment_url': text,
  'wp:comment': list,
  'wp:postmeta': list,
  category: list,
})
export type Item = z.infer<typeof Item>

export const Term = z.object({ '#text': line, '@domain': text, '@nicename': text })

const Meta = z.object({ 'wp:meta_key': text, 'wp:meta_value': text })

export const Comment = z.object({
  'wp:comment_id': text,
  'wp:comment_author': line,
  'wp:comment_author_url': text,
  'wp:comment_date': text,
  'wp:comment_date_gmt': text,
  'wp:comment_content': text,
  'wp:comment_approved': text,
  'wp:comment_type': text,
  'wp:comment_parent': text,
})

const Category = z.object({ 'wp:category_nicename': text, 'wp:category_parent': text, 'wp:cat_name': line })
const Tag = z.object({ 'wp:tag_slug': text, 'wp:tag_name': line })
const Author = z.object({ 'wp:author_login': text })

export const Wxr = z.object({
  rss: z.object({
    channel: z.object({
      link: text,
      'wp:wxr_version': z.string(),
      'wp:category': z._default(z.array(Category), []),
      'wp:tag': z._default(z.array(Tag), []),
      'wp:author': z._default(z.array(Author), []),
      item: list,
    }),
  }),
})
export type Channel = z.infer<typeof Wxr>['rss']['channel']

/** Returns the item's value for a custom field. */
export const metaOf = (item: Item, key: string): string =>
  item['wp:postmeta'].flatMap((one) => Meta.safeParse(one).data ?? []).find((one) => one['wp:meta_key'] === key)?.[
    'wp:meta_value'
  ] ?? ''

/** Returns all of the item's values for a custom field. */
export const allMetaOf = (item: Item, key: string): string[] =>
  item['wp:postmeta']
    .flatMap((one) => Meta.safeParse(one).data ?? [])
    .flatMap((one) => (one['wp:meta_key'] === key ? one['wp:meta_value'] : []))
