import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { queueStatuses } from '#features/conversation/comments/comment-moderation.contract.ts'
import { commentDoubts } from '#features/conversation/comments/comments.contract.ts'
import { webmentionTypes } from '#features/conversation/webmentions/webmentions.contract.ts'

/** A comment or webmention in the moderation queue. `content` is plain text, not HTML; for a webmention, it starts with
 *  the title. */
export const QueueItem = z.object({
  id: Id,
  kind: z.enum(['comment', 'webmention']),
  /** Null for an entry in the guestbook, which is a comment without a post, and for a webmention that targets a profile,
   *  a project, or the home page. */
  post: z.nullable(z.object({ id: Id, words: z.string() })),
  authorName: z.string(),
  authorUrl: z.string(),
  authorPhoto: z.nullable(z.string()),
  user: z.nullable(PublicAuthor),
  content: z.string(),
  /** Null for comments. */
  mention: z.nullable(z.object({ type: z.enum(webmentionTypes), sourceUrl: z.string(), targetPath: z.string() })),
  createdAt: z.iso.datetime(),
  status: z.enum(queueStatuses),
  /** The reasons why it may be spam. */
  doubts: z.array(z.enum(commentDoubts)),
  /** How the author can be blocked. */
  blockable: z.array(z.enum(['member', 'sender', 'domain'])),
})
export type QueueItem = z.infer<typeof QueueItem>

/** `counts`: the number of items the caller may moderate, by status. */
export const Queue = z.object({
  items: z.array(QueueItem),
  counts: z.record(z.enum(queueStatuses), z.int()),
  ...pageFields,
})
export type Queue = z.infer<typeof Queue>

export const queuePageSize = 20
/** `search`: part of the name or text, case-insensitive. */
export const QueueQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, queuePageSize),
  status: z._default(z.enum(queueStatuses, 'status must be pending, approved, or spam'), 'pending'),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'search must be at most 100 characters'))),
})
export type QueueQuery = z.infer<typeof QueueQuery>

export const getModerationQueue = endpoint('GET /api/admin/comments', {
  summary: 'List the items in the moderation queue, newest first',
  access: 'member',
  query: QueueQuery,
  answer: Queue,
})
