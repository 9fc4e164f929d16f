import { t } from '#messages/messages.ts'
import { timeOf } from './front-matter.ts'
import { ghostMarkdown, withoutGhostUrl } from './ghost-content.ts'
import { Export, type GhostData, GhostPost } from './ghost-schema.ts'
import { commentsInTable, ghostLists, permalinkOf } from './ghost-parts.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { itemNames } from './item-names.ts'

export const isGhost = (value: unknown): value is Export => Export.safeParse(value).success

/** Parses a Ghost export. Members-only and email-only posts become drafts, so that the member decides
 *  whether to publish them here. Source: Ghost, core/server/data/exporter. */
export function ghostSite(given: Export): SourceSite {
  const whole = Export.parse(given)
  const data = 'db' in whole ? whole.db[0]!.data : whole.data
  const site: SourceSite = { kind: 'Ghost', posts: [], refused: [], pictureAt: noPictures, origin: null }
  const context: Reading = {
    tagsOf: tagsByPost(data),
    authorsOf: authorsByPost(data),
    metaOf: new Map(data.posts_meta.map((meta) => [String(meta.post_id), meta])),
    permalink: permalinkOf(data),
    ...commentsInTable(data),
  }
  for (const [index, item] of data.posts.entries()) {
    const post = GhostPost.safeParse(item)
    if (!post.success) site.refused.push({ key: itemNames.post(index + 1), why: t('it lacks required fields') })
    else read(site, post.data, context)
  }
  site.lists = ghostLists(data)
  if (context.unpublished > 0)
    site.notes = [
      t(
        '{count, plural, one {# hidden or deleted comment was not imported} other {# hidden or deleted comments were not imported}}',
        { count: context.unpublished },
      ),
    ]
  return site
}

interface Reading extends ReturnType<typeof commentsInTable> {
  tagsOf: Map<string, string[]>
  authorsOf: Map<string, string[]>
  metaOf: Map<string, GhostData['posts_meta'][number]>
  permalink: string
}

/** Internal tags, which start with `#`, are dropped. */
function tagsByPost({ tags, posts_tags: links }: GhostData): Map<string, string[]> {
  const names = new Map(tags.map((tag) => [String(tag.id), tag.name]))
  const found = new Map<string, string[]>()
  for (const { post_id: post, tag_id: tag } of links.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))) {
    const name = names.get(String(tag))
    if (name !== undefined && !name.startsWith('#')) found.set(String(post), [...(found.get(String(post)) ?? []), name])
  }
  return found
}

function authorsByPost({ users, posts_authors: links }: GhostData): Map<string, string[]> {
  const names = new Map(users.map((user) => [String(user.id), user.name]))
  const found = new Map<string, string[]>()
  for (const { post_id: post, author_id: author } of links)
    found.set(String(post), [...(found.get(String(post)) ?? []), names.get(String(author)) ?? 'unknown'])
  return found
}

const keyOf = ({ uuid, id }: GhostPost) => `Ghost ${uuid ?? id}`

function read(site: SourceSite, post: GhostPost, context: Reading): void {
  try {
    site.posts.push(postOf(post, context))
  } catch (reason) {
    site.refused.push({ key: keyOf(post), why: reason instanceof Error ? reason.message : String(reason) })
  }
}

function postOf(post: GhostPost, { tagsOf, authorsOf, metaOf, permalink, commentsOf }: Reading): SourcePost {
  const { title, slug } = post
  const postId = String(post.id)
  const isPage = post.type === 'page' || Boolean(post.page)
  const createdAt = timeOf(post.published_at ?? post.created_at ?? '')
  const address = isPage ? `/${slug}/` : addressOf(permalink, slug, createdAt)
  const why = whyDraft(post)
  const comments = commentsOf.get(postId)
  const meta = metaOf.get(postId)
  const authors = authorsOf.get(postId) ?? []
  const picture = withoutGhostUrl(post.feature_image ?? '')
  return {
    key: keyOf(post),
    title: title === '(Untitled)' ? '' : storable(title).trim(),
    content: ghostMarkdown(post).trim(),
    createdAt,
    isDraft: !/^(?:published|scheduled)$/.test(post.status) || why !== null,
    categories: tagsOf.get(postId) ?? [],
    addresses: address === `/${slug}/` ? [address] : [address, `/${slug}/`],
    base: address,
    slug,
    notes: authors.length > 1 ? [t('it has several authors: {authors}', { authors: authors.join(', ') })] : [],
    ...(why !== null && { whyDraft: why }),
    ...(picture && { cover: { address: picture, alt: meta?.feature_image_alt ?? meta?.feature_image_caption ?? '' } }),
    ...(post.canonical_url && !post.canonical_url.startsWith('__GHOST_URL__') && { canonicalUrl: post.canonical_url }),
    ...(isPage && { isPage }),
    ...(comments && { comments }),
  }
}

function whyDraft({ status, visibility }: GhostPost): string | null {
  if (status === 'sent') return t('it was sent by email only')
  if (status === 'draft' || (visibility ?? 'public') === 'public') return null
  return visibility === 'members' ? t('it is for members only') : t('it is for paying members only')
}

/** Returns a post's address according to the site's permalink: `/:year/:month/:slug/`. */
function addressOf(permalink: string, slug: string, at: Date | null): string {
  const [year = '', month = '', day = ''] = at?.toISOString().slice(0, 10).split('-') ?? []
  return permalink.replace(':year', year).replace(':month', month).replace(':day', day).replace(':slug', slug)
}
