import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import { type Fields, readFrontMatter, textOf, timeOf } from './front-matter.ts'
import { addItems } from './json-items.ts'
import { cleanMarkdown } from './markdown-text.ts'
import { withoutLiquidTags } from './liquid-tags.ts'
import { unconverted, withoutShortcodes } from './shortcodes.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { orElse } from './or-else.ts'

const text = z.nullish(z.string())

/** Source: Forem, app/services/exporter/articles.rb. The API names some fields differently. */
const Article = z.object({
  title: z.string(),
  body_markdown: z.string(),
  published: z.optional(z.boolean()),
  slug: z.string(),
  path: text,
  published_at: text,
  created_at: text,
  cached_tag_list: text,
  tag_list: orElse(z.optional(z.array(z.string())), undefined),
  main_image: text,
  cover_image: text,
  canonical_url: text,
  collection: orElse(z.nullish(z.object({ title: text, slug: text, position: z.nullish(z.number()) })), null),
})
type Article = z.infer<typeof Article>

const Items = z.array(z.unknown())

export const isDevTo = (value: unknown): value is unknown[] =>
  Items.safeParse(value).data?.some((item) => Article.safeParse(item).success) ?? false

/** Parses the articles of a dev.to account. */
export function devToSite(items: unknown[]): SourceSite {
  const site: SourceSite = { kind: 'dev.to', posts: [], refused: [], pictureAt: noPictures, origin: null }
  addItems(site, 'post', items, Article, postOf)
  return site
}

function postOf(article: Article): SourcePost {
  const { slug, path } = article
  const base = path ?? `/${slug}`
  const { fields, body } = fieldsOf(storable(article.body_markdown))
  const { markdown, left } = withoutShortcodes(withoutLiquidTags(body))
  const canonical = article.canonical_url ?? ''
  const cover = article.main_image ?? article.cover_image ?? textOf(fields, 'cover_image')
  const written = article.published_at ?? article.created_at ?? ''
  const date = timeOf(written)
  return {
    key: `dev.to ${base}`,
    title: storable(article.title).trim(),
    content: cleanMarkdown(markdown).trim(),
    createdAt: date,
    isDraft: article.published === false,
    categories: article.tag_list ?? (article.cached_tag_list ?? '').split(/,\s*/).filter((tag) => tag !== ''),
    addresses: [base, `/${slug}`, ...(canonical === '' ? [] : [canonical])],
    base,
    ...(article.published !== false && { slug: withoutSuffix(slug) }),
    ...(canonical !== '' && !isDevToAddress(canonical) && { canonicalUrl: canonical }),
    ...(cover && { cover: { address: cover, alt: '' } }),
    ...seriesOf(article, fields),
    notes: [...(date || written === '' ? [] : [t('its date is invalid')]), ...left.map(unconverted)],
  }
}

/** Reads front matter from the basic editor. The export's own fields are more recent. */
function fieldsOf(markdown: string): { fields: Fields; body: string } {
  try {
    return readFrontMatter(markdown.trimStart())
  } catch {
    return { fields: {}, body: markdown.replace(/^\s*---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/, '') }
  }
}

/** dev.to appends a random base-26 number of up to four digits to every slug. */
const withoutSuffix = (slug: string): string => slug.replace(/-[\da-p]{1,4}$/, '') || slug

const isDevToAddress = (address: string): boolean => /^(?:www\.)?dev\.to$/.test(URL.parse(address)?.hostname ?? '')

function seriesOf({ collection }: Article, fields: Fields): Pick<SourcePost, 'series'> {
  const name = collection?.title || collection?.slug || textOf(fields, 'series')
  return name ? { series: { name, position: collection?.position ?? null } } : {}
}
