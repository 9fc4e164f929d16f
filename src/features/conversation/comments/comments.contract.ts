import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import { hasVisibleText, shownName } from '#schemas/names.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

/** The default number of comments per page. */
export const commentsPerPage = 50
const maxCommentLength = 5000

const webAddress = /^https?:\/\/[^\s"'<>\\]+$/i
export const isWebAddress = (text: string): boolean => {
  const url = webAddress.test(text) ? URL.parse(text) : null
  return url !== null && !url.username && !url.password && url.hostname.includes('.')
}

/** Reasons for suspecting that a comment is spam. A moderator decides. */
export const commentDoubts = ['hidden-field', 'links', 'quick'] as const
export type CommentDoubt = (typeof commentDoubts)[number]
/** Maximum number of links before a comment is considered suspicious. */
export const maxVisitorLinks = 2
/** Minimum time a person needs to fill out the form. */
export const minWritingMs = 2000

/** A hidden field that bots fill in. */
export const trapField = 'subject'

/** What the spam rules check in addition to the text. */
export const spamFields = {
  [trapField]: z.optional(z.string().check(z.maxLength(1000))),
  /** Time between showing and submitting the form. */
  writingMs: z.optional(z.int().check(z.gte(0))),
}
export type SpamFields = { [Name in keyof typeof spamFields]?: z.infer<(typeof spamFields)[Name]> }

interface TextErrors {
  required: () => string
  tooLong: (maxLength: string) => string
}

/** Multiline text. */
export const writtenText = ({ required, tooLong }: TextErrors, maxLength = maxCommentLength) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.refine(hasVisibleText, { error: required }),
      z.maxLength(maxLength, { error: () => tooLong(maxLength.toLocaleString(locale())) }),
    )

/** The errors of a message to the site or its owner. */
export const messageErrors: TextErrors = {
  required: () => t('Message is required'),
  tooLong: (maxLength) => t('Message must be at most {maxLength} characters', { maxLength }),
}

export const VisitorName = z
  .pipe(z.string({ error: () => t('Name is required') }), z.transform(shownName))
  .check(
    z.minLength(1, { error: () => t('Name is required') }),
    z.maxLength(100, { error: () => t('Name must be at most 100 characters') }),
  )

const commentFields = {
  content: writtenText({
    required: () => t('Comment is required'),
    tooLong: (maxLength) => t('Comment must be at most {maxLength} characters', { maxLength }),
  }),
  /** The URL of the page that the comment was written on. Never fetched. */
  source: z.optional(z.string().check(z.maxLength(2000, 'source is too long'))),
  /** The comment that this one replies to. */
  parentId: z.nullish(Id),
  /** Makes it safe to send the comment again: 32 hexadecimal digits chosen by the browser. */
  key: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  ...spamFields,
}

/** A member's comment. Name and website always come from the profile. */
export const MemberCommentInput = z.object(commentFields)
export type MemberCommentInput = z.infer<typeof MemberCommentInput>

/** The name and website that visitors enter. */
export const visitorFields = {
  authorName: VisitorName,
  authorUrl: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(2000, { error: () => t('Website is too long') }),
      z.refine((text) => text === '' || isWebAddress(text), { error: () => t('Website must be a URL') }),
    ),
  ),
}

/** A visitor's comment. Source: docs/product.md, Validation. */
export const CommentInput = z.object({ ...commentFields, ...visitorFields })
export type CommentInput = z.infer<typeof CommentInput>

/** Source: docs/product.md, Data. `postId`: null for an entry in the guestbook. `user`: its author, null for a visitor.
 *  `published`: false while it is pending. */
export const Comment = z.object({
  id: Id,
  postId: z.nullable(Id),
  parentId: z.nullable(Id),
  authorName: z.string(),
  authorUrl: z.string(),
  authorPhoto: z.nullable(z.string()),
  user: z.nullable(PublicAuthor),
  /** Whether its author also wrote the post or, for an entry in the guestbook, owns the site. */
  isPostAuthor: z.boolean(),
  content: z.string(),
  contentHtml: z.string(),
  published: z.boolean(),
  createdAt: z.iso.datetime(),
  canDelete: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

/** Replies directly follow their parent. */
export const CommentList = z.object({ comments: z.array(Comment), ...pageFields })
export type CommentList = z.infer<typeof CommentList>

/** Only the post's author and administrators may list `pending` comments. */
export const CommentListQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, commentsPerPage),
  status: z.optional(z.enum(['published', 'pending'])),
})
export type CommentListQuery = z.infer<typeof CommentListQuery>

export const getComments = endpoint('GET /api/posts/:id/comments', {
  summary: 'List the comments on a post, oldest first',
  access: 'anyone',
  params: { id: IdText },
  query: CommentListQuery,
  answer: CommentList,
})
/** The handler reads the body: members send `MemberCommentInput`, visitors send `CommentInput`, and browsers without
 *  JavaScript submit a form. The response to a form is a redirect to the post or a page that shows the form again. */
export const createComment = endpoint('POST /api/posts/:id/comments', {
  summary: 'Comment on a post',
  access: 'anyone',
  params: { id: IdText },
  headers: { origin: 'Must be this site’s origin if the body is a form' },
  body: media('application/json'),
  answer: Comment,
  alternatives: [redirect, media('text/html')],
  creates: true,
  changes: ['posts'],
})
export const removeComment = endpoint('DELETE /api/comments/:id', {
  summary: 'Delete a comment',
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  changes: ['posts', 'removals'],
})
export const restoreComment = endpoint('POST /api/comments/:id/restoration', {
  summary: 'Restore a comment that the caller deleted',
  access: 'member',
  params: { id: IdText },
  answer: Comment,
  changes: ['posts'],
})
