import { createHash } from 'node:crypto'
import path from 'node:path'
import { stringify } from 'yaml'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { withAddresses } from '#kernel/markdown/addresses.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'
import type { DraftRow, PageRow, PostRow } from './archive-rows.store.ts'

/** Returns the picture's path in the archive: unique, and valid on every file system. */
export function mediaFile({ bucket, path: objectPath }: ObjectKey): string {
  const { name, ext } = path.posix.parse(objectPath)
  const hash = createHash('sha256').update(objectPath).digest('hex').slice(0, 10)
  return `media/${bucket}/${plain(name) || 'picture'}-${hash}${ext.toLowerCase().replace(/[^.a-z0-9]/g, '')}`
}

export const postFile = ({ id, title, createdAt }: PostRow): string =>
  `posts/${[createdAt.toISOString().slice(0, 10), plain(title ?? ''), id].filter((part) => part !== '').join('-')}.md`

export const draftFile = ({ key }: DraftRow): string => `drafts/${key}.md`

/** Returns the path to a page's file: `pages/talks/2024.md`. */
export const pageFile = ({ slug }: PageRow): string => `pages/${slug}.md`

/** Reduces text to lowercase letters, digits, and hyphens. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')

export interface Addresses {
  siteUrl: string
  /** Returns the archive's file for a picture URL, or null. */
  fileOf: (address: string) => string | null
  /** How many more posts may time out before the rest are archived without rewriting links. */
  patience: number
}

/** Returns a post as a Markdown file with front matter for site generators. */
export const postText = (post: PostRow, addresses: Addresses): Promise<string> =>
  textOf(
    {
      title: post.title ?? undefined,
      date: post.createdAt.toISOString(),
      updated: post.updatedAt.toISOString(),
      category: post.category,
      ...(post.tags.length > 0 && { tags: post.tags }),
      article: post.isLongForm,
      likes: post.likeCount,
      ...(post.slug !== null && { slug: post.slug }),
      ...(post.series && { series: post.series.name, series_order: post.series.part }),
      ...(post.isUnlisted && { unlisted: true }),
      ...(post.canonicalUrl !== null && { canonical_url: post.canonicalUrl }),
      ...(post.language !== null && { lang: post.language }),
      ...(post.cover && { cover_image: pictureIn(post.cover.url, addresses), cover_alt: post.cover.alt }),
      permalink: addresses.siteUrl + postPath(post),
    },
    post.content,
    addresses,
  )

export const draftText = (draft: DraftRow, addresses: Addresses): Promise<string> =>
  textOf(
    {
      title: draft.title || undefined,
      date: draft.createdAt.toISOString(),
      updated: draft.updatedAt.toISOString(),
      category: draft.category ?? undefined,
      ...(draft.details.tags?.length && { tags: draft.details.tags }),
      draft: true,
    },
    draft.content,
    addresses,
  )

export const pageText = (page: PageRow, addresses: Addresses): Promise<string> =>
  textOf(
    {
      title: page.title,
      date: page.createdAt.toISOString(),
      updated: page.updatedAt.toISOString(),
      permalink: `${addresses.siteUrl}/${page.slug}`,
      page: true,
      ...(page.isInNavigation && { navigation: true }),
      ...(!page.isPublished && { draft: true }),
    },
    page.content,
    addresses,
    '../'.repeat(page.slug.split('/').length),
  )

/** @param up the path from the file to the root of the archive */
async function textOf(fields: object, content: string, addresses: Addresses, up = '../'): Promise<string> {
  const body = addresses.patience > 0 ? await withRewrittenUrls(content, addresses, up) : content
  if (body === null) addresses.patience--
  return `---\n${stringify(fields)}---\n\n${body ?? content}\n`
}

const pictureIn = (url: string, { fileOf }: Addresses): string => {
  const file = fileOf(url)
  return file === null ? url : `../${file}`
}

/** Points pictures to files in the archive and makes links to the site absolute. Returns null if parsing times out. */
const withRewrittenUrls = (content: string, { siteUrl, fileOf }: Addresses, up: string): Promise<string | null> =>
  withAddresses(content, ({ text }) => {
    const file = fileOf(text)
    if (file !== null) return `${up}${file}`
    return /^\/(?!\/)/.test(text) ? `<${siteUrl}${text}>` : null
  })
