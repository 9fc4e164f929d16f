import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { ghostSite, isGhost } from './ghost.ts'
import { cleanMarkdown } from './markdown-text.ts'
import { unconverted, withoutShortcodes } from './shortcodes.ts'
import { noPictures, type SourcePost, type SourceSite, SourceError } from './source-site.ts'

/** Reads a JSON export of Ghost, dev.to, or Hashnode. @throws SourceError for any other JSON */
export function readJsonExport(text: string): SourceSite {
  const value = parsed(text)
  if (isGhost(value)) return ghostSite(value)
  const list = List.safeParse(value)
  const items = list.success ? ('posts' in list.data ? list.data.posts : list.data) : []
  if (items.some((item) => DevToArticle.safeParse(item).success)) return siteOf('dev.to', items, devToPost)
  if (items.some((item) => HashnodePost.safeParse(item).success)) return siteOf('Hashnode', items, hashnodePost)
  throw new SourceError('This JSON is not an export of Ghost, dev.to, or Hashnode.')
}

const List = z.union([z.array(z.unknown()), z.object({ posts: z.array(z.unknown()) })])
const text = z.nullish(z.string())

/** Source: Forem, app/services/exporter/articles.rb. */
const DevToArticle = z.object({
  title: z.string(),
  body_markdown: z.string(),
  published: z.optional(z.boolean()),
  slug: z.string(),
  path: text,
  published_at: text,
  created_at: text,
  cached_tag_list: text,
  main_image: text,
  canonical_url: text,
})

const HashnodePost = z.object({
  _id: z.string(),
  title: z.string(),
  contentMarkdown: z.string(),
  slug: z.string(),
  dateAdded: text,
  coverImage: text,
  isActive: z.optional(z.boolean()),
  tags: z.nullish(z.array(z.unknown())),
})

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (reason) {
    throw new SourceError('This is not valid JSON. It may be damaged or truncated.', { cause: reason })
  }
}

function siteOf(kind: string, items: unknown[], read: (item: unknown) => SourcePost): SourceSite {
  const site: SourceSite = { kind, posts: [], refused: [], pictureAt: noPictures, origin: null }
  for (const [index, item] of items.entries()) {
    try {
      site.posts.push(read(item))
    } catch {
      site.refused.push({ key: `${kind} ${index + 1}`, why: 'it lacks required fields' })
    }
  }
  return site
}

function devToPost(item: unknown): SourcePost {
  const article = DevToArticle.parse(item)
  const { title, slug, path, canonical_url: canonical } = article
  const base = path ?? `/${slug}`
  const { markdown, left } = withoutShortcodes(withoutFrontMatter(article.body_markdown))
  return {
    key: `dev.to ${base}`,
    title: title.trim(),
    content: cleanMarkdown(markdown).trim(),
    ...(article.main_image && { cover: { address: article.main_image, alt: '' } }),
    createdAt: timeOf(article.published_at ?? article.created_at ?? ''),
    notes: left.map(unconverted),
    isDraft: article.published === false,
    categories: (article.cached_tag_list ?? '').split(/,\s*/).filter((tag) => tag !== ''),
    addresses: [base, `/${slug}`, ...(canonical ? [canonical] : [])],
    base,
  }
}

const withoutFrontMatter = (markdown: string) =>
  markdown.replace(/^\s*---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, '')

function hashnodePost(item: unknown): SourcePost {
  const { _id: id, ...post } = HashnodePost.parse(item)
  const { markdown, left } = withoutShortcodes(post.contentMarkdown)
  return {
    key: `Hashnode ${id}`,
    title: post.title.trim(),
    content: cleanMarkdown(markdown).trim(),
    ...(post.coverImage && { cover: { address: post.coverImage, alt: '' } }),
    createdAt: timeOf(post.dateAdded ?? ''),
    notes: left.map(unconverted),
    isDraft: post.isActive === false,
    categories: (post.tags ?? []).flatMap((tag) => z.object({ name: z.string() }).safeParse(tag).data?.name ?? []),
    addresses: [`/${post.slug}`],
    base: `/${post.slug}`,
  }
}
