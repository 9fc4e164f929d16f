import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { pageFields, PageQuery } from '#features/paging/paging.contract.ts'

/** Where other sites tell this one of what they say about it. */
export const endpointPath = '/webmention'
export const webmentionStatusPath = (key: string) => `${endpointPath}/${key}` as const
export const webmentionPhotoPath = (name: string) => `/webmention-photos/${name}` as const
export const blueskyRefreshPath = (id: number | ':id') => `/api/webmentions/${id}/refresh-bluesky-user` as const
export const blueskyResetPath = '/api/reset-bluesky-users'
export const webmentionsPath = (postId: number | ':id') => `/api/posts/${postId}/webmentions` as const

/** In the order of the field: the first that holds is the type. */
export const webmentionTypes = ['rsvp', 'repost-of', 'like-of', 'bookmark-of', 'in-reply-to', 'mention'] as const
export type WebmentionType = (typeof webmentionTypes)[number]

/** Webmentions on a page when nobody says otherwise. */
export const webmentionsPerPage = 50

/** Source: spec §3. `sourceUrl`: where people are led. `createdAt`: when the source says it was written, else when it was
 *  heard of. */
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
  /** Its author is on Bluesky, and what is shown of them can be read anew from there. */
  isOnBluesky: z.boolean(),
})
export type Webmention = z.infer<typeof Webmention>

/** What a refresh of its author answers. Source: spec §7. */
export const BlueskyRefreshed = z.object({ updatedWebmention: Webmention })

/** Oldest first. */
export const WebmentionList = z.object({ webmentions: z.array(Webmention), ...pageFields })
export type WebmentionList = z.infer<typeof WebmentionList>

export const WebmentionListQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, webmentionsPerPage),
})

const address = (name: string) =>
  z
    .string(`${name} is missing.`)
    .check(
      z.maxLength(2000, `${name} is longer than 2,000 characters.`),
      z.refine(isWebAddress, `${name} must be an http or https address.`),
    )

function isWebAddress(text: string): boolean {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null
  return url !== null && !url.username && !url.password
}

/** How many authors on Bluesky are being read anew. */
export const BlueskyReset = z.object({ count: z.int().check(z.gte(0)) })

/** What a sender posts. Neither address is changed in any way. Source: Webmention, 3.1.3 */
export const WebmentionInput = z.object({ source: address('source'), target: address('target') })
