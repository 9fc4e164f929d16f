import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

/** `waiting`: to be told, for the first time or again. */
export const SentState = z.enum(['waiting', 'sent', 'no endpoint', 'failed'])
export type SentState = z.infer<typeof SentState>

/** What a site that the post or a comment on it links to was told, and answered. */
export const SentWebmention = z.object({
  id: Id,
  /** Null: the post itself links there. */
  commentId: z.nullable(Id),
  target: z.string(),
  /** False: the link is there no more, and the site is told of that. */
  isLinked: z.boolean(),
  state: SentState,
  endpoint: z.nullable(z.string()),
  /** A sentence; empty before the first try. */
  answer: z.string(),
  tries: z.int().check(z.gte(0)),
  triedAt: z.nullable(z.iso.datetime()),
  nextTryAt: z.nullable(z.iso.datetime()),
})
export type SentWebmention = z.infer<typeof SentWebmention>

/** On its way now: it is to be told, and waits for no later time. */
export const isUnderWay = ({ state, nextTryAt }: SentWebmention): boolean => state === 'waiting' && nextTryAt === null

/** A page of them, newest link first. `isSitePublic`: those that are told can look whether it is so; else the public web is
 *  not told. */
export const SentWebmentionList = z.object({
  mentions: z.array(SentWebmention),
  isSitePublic: z.boolean(),
  ...pageFields,
})
export type SentWebmentionList = z.infer<typeof SentWebmentionList>

/** Which to send again; without an id, all of the post. */
const Resend = z.object({ id: z.optional(Id) })
/** `left`: how many have to wait, since so much has been sent again to their site. */
const Resent = z.object({ resent: z.int().check(z.gte(0)), left: z.int().check(z.gte(0)) })
export type Resent = z.infer<typeof Resent>

/** For the author of the post and administrators. Other members get 404. */
const ofPost = { access: 'member', params: { id: IdText } } as const

export const getSentWebmentions = endpoint('GET /api/posts/:id/sent-webmentions', {
  summary: 'List the webmentions sent for a post',
  ...ofPost,
  query: PageQuery,
  answer: SentWebmentionList,
})
export const resendWebmentions = endpoint('POST /api/posts/:id/sent-webmentions/resend', {
  summary: 'Resend one or all webmentions of a post',
  ...ofPost,
  body: Resend,
  answer: Resent,
  limits: [perMember('webmentions sent again', 30, 600)],
})

/** Limit on webmentions resent manually to one site, for all members together. */
export const maxResendsPerHour = 60
