import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { hashnodeMarkdown } from './hashnode-markdown.ts'
import { addItems } from './json-items.ts'
import { unconverted } from './shortcodes.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { orElse } from './or-else.ts'

const text = z.nullish(z.string())
const Named = z.object({ name: z.string() })

const Post = z.object({
  _id: z.string(),
  title: z.string(),
  contentMarkdown: z.string(),
  slug: z.string(),
  dateAdded: text,
  coverImage: text,
  isActive: z.optional(z.boolean()),
  isDelisted: z.optional(z.boolean()),
  // Often only ids.
  tags: z.nullish(z.array(z.unknown())),
  series: z.optional(z.unknown()),
  originalArticleURL: text,
})
type Post = z.infer<typeof Post>

const Page = z.object({
  _id: z.optional(z.string()),
  title: z.string(),
  slug: z.string(),
  content: z.optional(z.unknown()),
  contentMarkdown: text,
  hidden: z.optional(z.boolean()),
})
type Page = z.infer<typeof Page>

const list = orElse(z.array(z.unknown()), [])
const Export = z.union([
  z.object({
    posts: z.array(z.unknown()),
    drafts: list,
    staticPages: list,
    publication: orElse(z.optional(z.object({ domain: text, url: text })), undefined),
  }),
  z.pipe(
    z.array(z.unknown()),
    z.transform((posts: unknown[]) => ({ posts, drafts: [], staticPages: [], publication: undefined })),
  ),
])

export const isHashnode = (value: unknown): boolean =>
  Export.safeParse(value).data?.posts.some((item) => Post.safeParse(item).success) ?? false

/** Parses the export of a Hashnode blog: posts, drafts, and pages. */
export function hashnodeSite(value: unknown): SourceSite {
  const { posts, drafts, staticPages, publication } = Export.parse(value)
  const { domain, url } = publication ?? {}
  const origin = URL.parse(url ?? (domain ? `https://${domain}` : ''))?.origin ?? null
  const site: SourceSite = { kind: 'Hashnode', posts: [], refused: [], pictureAt: noPictures, origin }
  addItems(site, 'post', posts, Post, (post) => postOf(post, post.isActive === false))
  addItems(site, 'draft', drafts, Post, (post) => postOf(post, true))
  addItems(site, 'page', staticPages, Page, pageOf)
  return site
}

function postOf({ _id: id, ...post }: Post, isDraft: boolean): SourcePost {
  const { slug, coverImage: cover, originalArticleURL: canonical } = post
  const { markdown, left } = hashnodeMarkdown(storable(post.contentMarkdown))
  const date = timeOf(post.dateAdded ?? '')
  const series = Named.safeParse(post.series).data?.name
  return {
    key: `Hashnode ${id}`,
    title: storable(post.title).trim(),
    content: markdown.trim(),
    createdAt: date,
    isDraft,
    categories: (post.tags ?? []).flatMap(tagOf),
    addresses: slug ? [`/${slug}`] : [],
    base: `/${slug}`,
    ...(slug && { slug }),
    ...(cover && { cover: { address: cover, alt: '' } }),
    ...(canonical && { canonicalUrl: canonical }),
    ...(series && { series: { name: series, position: null } }),
    ...(post.isDelisted && { isUnlisted: true }),
    notes: [...(date || !post.dateAdded ? [] : [t('its date is invalid')]), ...left.map(unconverted)],
  }
}

function tagOf(tag: unknown): string[] {
  if (typeof tag === 'string') return /^[\da-f]{24}$/.test(tag) ? [] : [tag]
  const { data } = Named.safeParse(tag)
  return data ? [data.name] : []
}

function pageOf({ _id: id, title, slug, content, contentMarkdown, hidden }: Page): SourcePost {
  const source = contentMarkdown ?? z.object({ markdown: z.string() }).safeParse(content).data?.markdown ?? content
  if (typeof source !== 'string') throw new Error(t('it has no text'))
  const { markdown, left } = hashnodeMarkdown(storable(source))
  return {
    key: `Hashnode page ${id ?? slug}`,
    title: storable(title).trim(),
    content: markdown.trim(),
    createdAt: null,
    isDraft: hidden === true,
    categories: [],
    addresses: [`/${slug}`],
    base: `/${slug}`,
    slug,
    isPage: true,
    notes: left.map(unconverted),
  }
}
