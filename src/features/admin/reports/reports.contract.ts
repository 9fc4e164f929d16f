import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

export const reportReasons = ['spam', 'harassment', 'illegal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reasonNames: Record<ReportReason, () => string> = {
  spam: () => t('Spam'),
  harassment: () => t('Harassment'),
  illegal: () => t('Illegal content'),
  other: () => t('Something else'),
}

/** In UTF-16 code units. */
export const maxDetailsLength = 1000

const details = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(maxDetailsLength, {
      error: () => t('Details must be at most {max} characters', { max: maxDetailsLength.toLocaleString(locale()) }),
    }),
  ),
  '',
)

/** A member's report. The reason `other` requires details. */
export const NewReport = z
  .object({ reason: z.enum(reportReasons, { error: () => t('Choose a reason') }), details })
  .check(
    z.refine(({ reason, details }) => reason !== 'other' || details !== '', {
      path: ['details'],
      error: () => t('Describe what is wrong with this post'),
    }),
  )
export type NewReport = z.infer<typeof NewReport>

const reportFields = { reason: z.enum(reportReasons), details: z.string(), reportedAt: z.iso.datetime() }

/** A report as returned to its author. */
export const Report = z.object({ postId: Id, ...reportFields })
export type Report = z.infer<typeof Report>

/** A reported post with the beginning of its text as plain text, even if the post is hidden. */
const JudgedPost = z.object({
  id: Id,
  title: z.nullable(z.string()),
  text: z.string(),
  createdAt: z.iso.datetime(),
  isHidden: z.boolean(),
  user: PublicAuthor,
  /** Whether the caller may suspend the author. */
  canSuspend: z.boolean(),
})

/** A post with all its reports, newest first. `closedBy` is null while the case is open, or if that administrator has
 *  been deleted. */
export const ReportedPost = z.object({
  post: JudgedPost,
  reports: z.array(z.object({ ...reportFields, user: PublicAuthor })),
  reportedAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
  closedBy: z.nullable(PublicAuthor),
})
export type ReportedPost = z.infer<typeof ReportedPost>

export const ReportedPostList = z.object({ items: z.array(ReportedPost), ...pageFields })
export type ReportedPostList = z.infer<typeof ReportedPostList>

const Status = z.enum(['open', 'closed'], 'status must be open or closed')
export type ReportStatus = z.infer<typeof Status>
export const ReportedPostQuery = z.extend(PageQuery, { status: z._default(Status, 'open') })
export type ReportedPostQuery = z.infer<typeof ReportedPostQuery>

const ReportedPostChange = z.object({ status: Status })

/** 201 for a new report, 200 if it replaces the member's previous one. */
export const reportPost = endpoint('POST /api/posts/:id/reports', {
  summary: 'Report a post to the moderators',
  access: 'member',
  params: { id: IdText },
  body: NewReport,
  answer: Report,
  creates: true,
  limits: [perMember('reports', 20, 3600)],
})
export const getReportedPosts = endpoint('GET /api/admin/reports', {
  summary: 'List reported posts',
  access: 'moderator',
  query: ReportedPostQuery,
  answer: ReportedPostList,
})
export const changeReportedPost = endpoint('PATCH /api/admin/reports/:id', {
  summary: 'Close or reopen the reports on a post',
  access: 'moderator',
  params: { id: IdText },
  body: ReportedPostChange,
  answer: ReportedPost,
})

/** Reports whether the member may report the post. Members may not report their own posts. */
export const canReportPost = (member: { id: number }, post: { user: { id: number } }): boolean =>
  member.id !== post.user.id
export const notYourOwn = (): string => t('You cannot report your own post.')
