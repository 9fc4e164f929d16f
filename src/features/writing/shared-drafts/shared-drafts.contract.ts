import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { Category } from '#features/writing/categories/categories.contract.ts'
import { DraftKey } from '#features/writing/drafts/drafts.contract.ts'
import { Post } from '#features/writing/posts/posts.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { DraftToken } from './shared-draft-addresses.contract.ts'

/** Maximum number of comments on a draft. */
export const maxDraftComments = 200

/** The choices for how long a link works, in days; null means until it is revoked. */
export const linkDays = [null, 7, 30] as const

/** The secret link to a draft. Only its author gets it. */
export const DraftLink = z.object({
  token: DraftToken,
  expiresAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type DraftLink = z.infer<typeof DraftLink>

/** A comment by a reader of a shared draft. `user`: its author, null for a visitor. */
export const DraftComment = z.object({
  id: Id,
  authorName: z.string(),
  user: z.nullable(PublicAuthor),
  isDraftAuthor: z.boolean(),
  contentHtml: z.string(),
  isResolved: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type DraftComment = z.infer<typeof DraftComment>

/** Oldest first. */
export const DraftCommentList = z.object({ comments: z.array(DraftComment) })

/** A draft as it appears to readers who have its link: rendered like an article. `isTruncated`: only the beginning
 *  is included. */
export const SharedDraft = z.object({
  title: z.string(),
  contentHtml: z.string(),
  isTruncated: z.boolean(),
  readingMinutes: z.int(),
  category: z.nullable(Category),
  cover: Post.shape.cover,
  tags: z.array(z.string()),
  user: PublicAuthor,
  updatedAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  comments: z.array(DraftComment),
})
export type SharedDraft = z.infer<typeof SharedDraft>

const ofDraft = { access: 'member', params: { key: DraftKey } } as const
const ofToken = { access: 'anyone', params: { token: DraftToken }, isPathSecret: true } as const

/** Null if the draft is not shared, or its link has expired. */
export const getDraftLink = endpoint('GET /api/drafts/:key/link', {
  summary: 'Get a draft’s secret link',
  ...ofDraft,
  answer: z.nullable(DraftLink),
})
/** If the draft is already shared, keeps its link. */
export const shareDraft = endpoint('PUT /api/drafts/:key/link', {
  summary: 'Share a draft through a secret link, or change when the link expires',
  ...ofDraft,
  access: 'writer',
  body: z.object({
    expiresInDays: z.nullable(
      z.literal([7, 30], { error: () => t('A link works for 7 or 30 days, or until revoked') }),
    ),
  }),
  answer: DraftLink,
})
export const revokeDraftLink = endpoint('DELETE /api/drafts/:key/link', {
  summary: 'Revoke a draft’s secret link',
  ...ofDraft,
  answer: z.null(),
})
export const getDraftComments = endpoint('GET /api/drafts/:key/comments', {
  summary: 'List the comments on a draft',
  ...ofDraft,
  answer: DraftCommentList,
})
export const resolveDraftComment = endpoint('PATCH /api/draft-comments/:id', {
  summary: 'Mark a comment on your draft as resolved or open',
  access: 'member',
  params: { id: IdText },
  body: z.object({ isResolved: z.boolean('isResolved must be true or false') }),
  answer: DraftComment,
})
/** For the draft's author and the member who wrote the comment. */
export const removeDraftComment = endpoint('DELETE /api/draft-comments/:id', {
  summary: 'Delete a comment on a draft',
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
})
export const restoreDraftComment = endpoint('POST /api/draft-comments/:id/restoration', {
  summary: 'Restore a comment on a draft that the caller deleted',
  access: 'member',
  params: { id: IdText },
  answer: DraftComment,
})
/** 404 for a link that never existed, was revoked, or has expired. */
export const getSharedDraft = endpoint('GET /api/shared-drafts/:token', {
  summary: 'Read a shared draft',
  ...ofToken,
  answer: SharedDraft,
  limits: [perAddress('shared drafts', 120, 60)],
})
/** Members send `content`; visitors also send `authorName`. Browsers without JavaScript submit a form and get a
 *  redirect to the draft or a page that shows the form again. */
export const commentOnDraft = endpoint('POST /api/shared-drafts/:token/comments', {
  summary: 'Comment on a shared draft',
  ...ofToken,
  body: media('application/json'),
  answer: DraftComment,
  alternatives: [redirect, media('text/html')],
  creates: true,
})
