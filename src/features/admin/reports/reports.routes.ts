import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { allowed, created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canReportPost, changeReportedPost, getReportedPosts, notYourOwn, reportPost } from './reports.contract.ts'
import { findAuthorId, findReportedPost, listReportedPosts, moveReportedPost, report } from './reports.store.ts'

export const reportRoutes = [
  implement(reportPost, async ({ params: { id }, body, member, ctx }) => {
    const user = { id: found(await findAuthorId(ctx.db, id), 'Post') }
    allowed(canReportPost(member, { user }), notYourOwn())
    const { isNew, ...saved } = found(await report(ctx.db, id, member.id, body), 'Post')
    return isNew ? created(saved) : saved
  }),
  implement(getReportedPosts, ({ query, member, ctx }) => listReportedPosts(ctx.db, member, query)),
  implement(changeReportedPost, async ({ params: { id }, body, member, ctx }) => {
    found(await findReportedPost(ctx.db, member, id), 'Report')
    await inTransaction(ctx.db, async (db) => {
      if (await moveReportedPost(db, id, body.status, member.id))
        await audit(db, { action: `report.${body.status}`, actor: member.id, target: `/post/${id}` })
    })
    return found(await findReportedPost(ctx.db, member, id), 'Report')
  }),
]
