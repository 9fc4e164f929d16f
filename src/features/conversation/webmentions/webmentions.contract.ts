import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

/** In order of precedence: the first match is the type. */
export const webmentionTypes = ['rsvp', 'repost-of', 'like-of', 'bookmark-of', 'in-reply-to', 'mention'] as const
export type WebmentionType = (typeof webmentionTypes)[number]

/** Default page size. */
export const webmentionsPerPage = 50

/** `sourceUrl`: the link for readers. `createdAt`: the source's publication date, otherwise the time of receipt. */
export const Webmention = z.object({
  id: Id,
  type: z.enum(webmentionTypes),
  sourceUrl: z.string(),
  sourceAuthor: z.string(),
  sourceAuthorUrl: z.string(),
  sourceAuthorPhoto: z.nullable(z.string()),
  sourceTitle: z.string(),
  sourceContent: z.string(),
  sourceContentHtml: z.string(),
  createdAt: z.iso.datetime(),
  /** The author is on Bluesky, and their profile can be refreshed. */
  isOnBluesky: z.boolean(),
})
export type Webmention = z.infer<typeof Webmention>

/** Oldest first. */
export const WebmentionList = z.object({ webmentions: z.array(Webmention), ...pageFields })
export type WebmentionList = z.infer<typeof WebmentionList>

const WebmentionListQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, webmentionsPerPage),
})

export const getWebmentions = endpoint('GET /api/posts/:id/webmentions', {
  summary: 'List a post’s webmentions, oldest first',
  access: 'anyone',
  params: { id: IdText },
  query: WebmentionListQuery,
  answer: WebmentionList,
})
/** Has no `changes`: the refresh itself announces its changes, because jobs also run it. */
export const refreshBlueskyAuthor = endpoint('POST /api/webmentions/:id/refresh-bluesky-user', {
  summary: 'Refresh the Bluesky profile of a webmention’s author',
  access: 'member',
  params: { id: IdText },
  answer: z.object({ updatedWebmention: Webmention }),
  limits: [perMember('bluesky profiles', 20, 60)],
})
/** `count`: the number of profiles to refresh. */
export const refreshBlueskyAuthors = endpoint('POST /api/reset-bluesky-users', {
  summary: 'Refresh all Bluesky profiles in the background',
  access: 'admin',
  answer: z.object({ count: z.int().check(z.gte(0)) }),
  limits: [perMember('bluesky reset', 2, 60)],
})
