import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

export const feedFormats = {
  rss: { file: 'rss.xml', mediaType: 'application/rss+xml', label: 'RSS' },
  atom: { file: 'atom.xml', mediaType: 'application/atom+xml', label: 'Atom' },
  json: { file: 'feed.json', mediaType: 'application/feed+json', label: 'JSON Feed' },
} as const
export type FeedFormat = keyof typeof feedFormats
export const formats = ['rss', 'atom', 'json'] as const satisfies FeedFormat[]

const feedAs = (format: FeedFormat) =>
  ({
    access: 'anyone',
    answer: media(feedFormats[format].mediaType),
    isCached: true,
  }) as const
const query = z.object({ category: z.optional(z.string()) })

/** Feeds with all posts or with articles only. */
export type FeedFolder = '' | '/blog'
const sectionOfFolder: Record<FeedFolder, Section> = { '': 'feed', '/blog': 'blog' }

export const getFeed = (folder: FeedFolder, format: FeedFormat) =>
  endpoint(`GET ${folder}/${feedFormats[format].file}`, {
    summary: `Get the feed of ${folder === '' ? 'all posts' : 'articles'} as ${feedFormats[format].label}`,
    ...feedAs(format),
    section: sectionOfFolder[folder],
    query,
    reads: folder === '' ? ['posts', 'members', 'livestreams'] : ['posts', 'members'],
  })
/** Other spellings of the username redirect to the canonical one. */
export const getMemberFeed = (format: FeedFormat) =>
  endpoint(`GET /profile/:username/${feedFormats[format].file}`, {
    summary: `Get a member’s feed as ${feedFormats[format].label}`,
    ...feedAs(format),
    query,
    params: { username: z.string() },
    reads: ['posts', 'members', 'livestreams'],
  })

/** Other spellings and former names redirect to the tag's current name. */
export const getTagFeed = (format: FeedFormat) =>
  endpoint(`GET /tag/:tag/${feedFormats[format].file}`, {
    summary: `Get a tag’s feed as ${feedFormats[format].label}`,
    ...feedAs(format),
    params: { tag: z.string() },
    reads: ['posts', 'members', 'tags'],
  })

/** Other spellings of the slug redirect to the canonical one. */
export const getSeriesFeed = (format: FeedFormat) =>
  endpoint(`GET /series/:slug/${feedFormats[format].file}`, {
    summary: `Get a series’ feed as ${feedFormats[format].label}`,
    ...feedAs(format),
    section: 'blog',
    params: { slug: z.string() },
    reads: ['posts', 'members'],
  })

/** A feed's path. `category`: a category's name, such as `tech_tips`. */
export const feedPath = (folder: string, format: FeedFormat, category: string | null = null): string =>
  `${folder}/${feedFormats[format].file}${category === null ? '' : `?category=${encodeURIComponent(category)}`}`

/** A feed link for a page's `<head>`. */
export interface FeedLink {
  title: string
  path: string
  mediaType: string
}

/** Returns the feeds that every page links to: those of sections that are on. */
export const siteFeedLinks = (siteName: string, isOn: (section: Section) => boolean): FeedLink[] =>
  (['', '/blog'] as const)
    .filter((folder) => isOn(sectionOfFolder[folder]))
    .flatMap((folder) =>
      formats.map((format) => ({
        title: `${siteName}: ${folder === '' ? 'all posts' : 'blog'} (${feedFormats[format].label})`,
        path: feedPath(folder, format),
        mediaType: feedFormats[format].mediaType,
      })),
    )

/** Returns the RSS feed link for a page, such as a profile. */
export const ownFeedLink = (title: string, folder: string, category: string | null = null): FeedLink => ({
  title: `${title} (RSS)`,
  path: feedPath(folder, 'rss', category),
  mediaType: feedFormats.rss.mediaType,
})

/** The fields that determine which feeds contain a post. */
export interface PostFeeds {
  isLongForm: boolean
  user: { username: string }
  category: { name: string }
  tags: string[]
  hashtags: string[]
  series: { slug: string } | null
}

/** Returns the paths of all feeds that contain any of the posts. @param hasFeed whether the feeds of all posts are on */
export function feedPathsOf(posts: PostFeeds[], hasFeed: boolean): string[] {
  const topics = posts.flatMap(({ isLongForm, user, category, tags, hashtags, series }) => [
    ...[
      ...(hasFeed ? [''] : []),
      ...(isLongForm ? ['/blog'] : []),
      profileAddress.href({ username: user.username }),
    ].flatMap((folder) =>
      [null, category.name].flatMap((name) => formats.map((format) => feedPath(folder, format, name))),
    ),
    ...(series ? formats.map((format) => feedPath(seriesAddress.href({ slug: series.slug }), format)) : []),
    ...[...tags, ...hashtags].flatMap((tag) => formats.map((format) => feedPath(tagPath(tag), format))),
  ])
  return [...new Set(topics)]
}
