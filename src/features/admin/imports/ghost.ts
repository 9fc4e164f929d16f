import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { markdownOf } from './html-to-markdown.ts'
import { withCover } from './markdown-folder.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'

const text = z.nullish(z.string())
const id = z.union([z.string(), z.number()])

const Data = z.object({
  posts: z.array(z.unknown()),
  tags: z._default(z.array(z.object({ id, name: z.string() })), []),
  posts_tags: z._default(z.array(z.object({ post_id: id, tag_id: id })), []),
})
const Export = z.union([
  z.object({ db: z.array(z.object({ data: Data })).check(z.minLength(1)) }),
  z.object({ meta: z.unknown(), data: Data }),
])
type Export = z.infer<typeof Export>

const GhostPost = z.object({
  id,
  uuid: text,
  title: z.string(),
  slug: z.string(),
  html: text,
  plaintext: text,
  feature_image: text,
  status: z.string(),
  visibility: text,
  type: text,
  page: z.nullish(z.union([z.boolean(), z.number()])),
  published_at: text,
  created_at: text,
})

export const isGhost = (value: unknown): value is Export => Export.safeParse(value).success

/** Parses a Ghost export. Posts for members only, or sent by email only, become drafts, so that the member decides
 *  whether to publish them here. Source: Ghost, core/server/data/exporter. */
export function ghostSite(given: Export): SourceSite {
  const whole = Export.parse(given)
  const data = 'db' in whole ? whole.db[0]!.data : whole.data
  const site: SourceSite = { kind: 'Ghost', posts: [], refused: [], pictureAt: noPictures, origin: null }
  const tagsOf = tagsByPost(data)
  for (const [index, item] of data.posts.entries()) {
    const post = GhostPost.safeParse(item)
    if (!post.success) site.refused.push({ key: `Ghost ${index + 1}`, why: 'it lacks required fields' })
    else if (post.data.type === 'page' || post.data.page)
      site.refused.push({ key: keyOf(post.data), why: 'it is a page' })
    else read(site, post.data, tagsOf.get(String(post.data.id)) ?? [])
  }
  return site
}

function tagsByPost({ tags, posts_tags: links }: z.infer<typeof Data>): Map<string, string[]> {
  const names = new Map(tags.map((tag) => [String(tag.id), tag.name]))
  const found = new Map<string, string[]>()
  for (const { post_id: post, tag_id: tag } of links) {
    const name = names.get(String(tag))
    if (name !== undefined && !name.startsWith('#')) found.set(String(post), [...(found.get(String(post)) ?? []), name])
  }
  return found
}

const keyOf = ({ uuid, id }: z.infer<typeof GhostPost>) => `Ghost ${uuid ?? id}`

function read(site: SourceSite, post: z.infer<typeof GhostPost>, categories: string[]): void {
  try {
    site.posts.push(postOf(post, categories))
  } catch (reason) {
    site.refused.push({ key: keyOf(post), why: reason instanceof Error ? reason.message : String(reason) })
  }
}

/** Placeholder for the site's own URL in exports. */
const ghostUrl = /__GHOST_URL__/g

function postOf(post: z.infer<typeof GhostPost>, categories: string[]): SourcePost {
  const { title, slug, status, visibility } = post
  const html = post.html ? markdownOf(storable(post.html).replace(ghostUrl, '')) : storable(post.plaintext ?? '')
  return {
    key: keyOf(post),
    title: title === '(Untitled)' ? '' : storable(title).trim(),
    content: withCover(post.feature_image?.replace(ghostUrl, ''), title, html),
    createdAt: timeOf(post.published_at ?? post.created_at ?? ''),
    isDraft: status !== 'published' || (visibility ?? 'public') !== 'public',
    categories,
    addresses: [`/${slug}/`],
    base: `/${slug}/`,
  }
}
