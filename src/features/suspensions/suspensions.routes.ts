import { found } from '#kernel/errors.ts'
import { allowed, asAdmin, type Call, type Member, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { canSuspend, NewSuspension, notAnAdmin, suspensionPath, suspensionsPath } from './suspensions.contract.ts'
import { findSuspendable, findSuspension, listSuspensions } from './suspensions.store.ts'

export const suspensionRoutes = [
  route(
    'GET',
    suspensionsPath,
    asAdmin(({ query, ctx }) => listSuspensions(ctx.db, PageQuery.parse(query))),
  ),
  route(
    'PUT',
    suspensionPath(':id'),
    asAdmin(async (call) => {
      const { ctx, body, member } = call
      const { reason } = NewSuspension.parse(await body())
      const { id } = await targetOf(call)
      await ctx.suspensions.suspend(id, { adminId: member.id, reason })
      return found(await findSuspension(ctx.db, id), 'Member')
    }),
  ),
  route(
    'DELETE',
    suspensionPath(':id'),
    asAdmin(async (call) => {
      await call.ctx.suspensions.lift((await targetOf(call)).id)
      return null
    }),
  ),
]

async function targetOf({ ctx, params, member }: Call<Member>): Promise<Member> {
  const target = found(await findSuspendable(ctx.db, IdText.parse(params.id)), 'Member')
  allowed(canSuspend(member, target), notAnAdmin)
  return target
}
