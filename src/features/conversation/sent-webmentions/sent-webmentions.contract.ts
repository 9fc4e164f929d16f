import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

/** `waiting`: queued to be sent, for the first time or again. */
export const SentState = z.enum(['waiting', 'sent', 'no endpoint', 'failed'])
export type SentState = z.infer<typeof SentState>

/** A webmention for a link in the post or in a comment on it. */
export const SentWebmention = z.object({
  id: Id,
  /** Null if the link is in the post itself. */
  commentId: z.nullable(Id),
  target: z.string(),
  /** False if the link was removed. Removals are sent, too. */
  isLinked: z.boolean(),
  state: SentState,
  endpoint: z.nullable(z.string()),
  /** A description of the last result; empty before the first attempt. */
  answer: z.string(),
  tries: z.int().check(z.gte(0)),
  triedAt: z.nullable(z.iso.datetime()),
  nextTryAt: z.nullable(z.iso.datetime()),
})
export type SentWebmention = z.infer<typeof SentWebmention>

/** Returns whether the webmention is being sent now. */
export const isUnderWay = ({ state, nextTryAt }: SentWebmention): boolean => state === 'waiting' && nextTryAt === null

/** A page of webmentions, newest link first. `isSitePublic`: whether sites on the public web can verify links. If not,
 *  nothing is sent to them. */
export const SentWebmentionList = z.object({
  mentions: z.array(SentWebmention),
  isSitePublic: z.boolean(),
  ...pageFields,
})
export type SentWebmentionList = z.infer<typeof SentWebmentionList>

/** The webmention to resend. Default: all of the post's webmentions. */
const Resend = z.object({ id: z.optional(Id) })
/** `left`: the number of webmentions not resent because of the limit per receiving site. */
const Resent = z.object({ resent: z.int().check(z.gte(0)), left: z.int().check(z.gte(0)) })
export type Resent = z.infer<typeof Resent>

/** For the post's author and administrators. Returns 404 to other members. */
const ofPost = { access: 'member', params: { id: IdText } } as const

export const getSentWebmentions = endpoint('GET /api/posts/:id/sent-webmentions', {
  summary: 'List the webmentions sent for a post',
  ...ofPost,
  query: PageQuery,
  answer: SentWebmentionList,
})
export const resendWebmentions = endpoint('POST /api/posts/:id/sent-webmentions/resend', {
  summary: 'Resend one or all of a post’s webmentions',
  ...ofPost,
  access: 'writer',
  body: Resend,
  answer: Resent,
  limits: [perMember('webmentions resent', 30, 600)],
})

/** Limit on webmentions resent manually to one site, across all members. */
export const maxResendsPerHour = 60
