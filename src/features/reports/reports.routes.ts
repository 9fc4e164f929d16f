import { found } from '#kernel/errors.ts'
import { allowed, asAdmin, asMember, created, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import {
  canReportPost,
  NewReport,
  notYourOwn,
  ReportedPostChange,
  reportedPostPath,
  ReportedPostQuery,
  reportedPostsPath,
  reportsPath,
} from './reports.contract.ts'
import { findAuthorId, findReportedPost, listReportedPosts, moveReportedPost, report } from './reports.store.ts'

export const reportRoutes = [
  route(
    'POST',
    reportsPath(':id'),
    asMember(async ({ params, body, member, ctx }) => {
      const postId = IdText.parse(params.id)
      const input = NewReport.parse(await body())
      const user = { id: found(await findAuthorId(ctx.db, postId), 'Post') }
      allowed(canReportPost(member, { user }), notYourOwn)
      const { isNew, ...kept } = found(await report(ctx.db, postId, member.id, input), 'Post')
      return isNew ? created(kept) : kept
    }),
    { limits: [perMember('reports', 20, 3600)] },
  ),
  route(
    'GET',
    reportedPostsPath,
    asAdmin(({ query, ctx }) => listReportedPosts(ctx.db, ReportedPostQuery.parse(query))),
  ),
  route(
    'PATCH',
    reportedPostPath(':id'),
    asAdmin(async ({ params, body, member, ctx }) => {
      const postId = IdText.parse(params.id)
      const { status } = ReportedPostChange.parse(await body())
      await moveReportedPost(ctx.db, postId, status, member.id)
      return found(await findReportedPost(ctx.db, postId), 'Report')
    }),
  ),
]
