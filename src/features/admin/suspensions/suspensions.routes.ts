import { found } from '#kernel/errors.ts'
import { allowed, type Context, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  canSuspend,
  getSuspensions,
  liftSuspension,
  notAModerator,
  notAnAdmin,
  suspendMember,
} from './suspensions.contract.ts'
import { findSuspendable, findSuspension, listSuspensions } from './suspensions.store.ts'

export const suspensionRoutes = [
  implement(getSuspensions, ({ query, ctx }) => listSuspensions(ctx.db, query)),
  implement(suspendMember, async ({ ctx, params: { id }, body, member }) => {
    await requireSuspendable(ctx, member, id)
    // The target's role may have changed in the meantime.
    allowed(await ctx.suspensions.suspend(id, { adminId: member.id, reason: body.reason }), notAModerator())
    return found(await findSuspension(ctx.db, id), 'Member')
  }),
  implement(liftSuspension, async ({ ctx, params: { id }, member }) => {
    await requireSuspendable(ctx, member, id)
    await ctx.suspensions.lift(id, member.id)
    return null
  }),
]

async function requireSuspendable({ db }: Context, member: Member, id: number): Promise<void> {
  const target = found(await findSuspendable(db, id), 'Member')
  allowed(canSuspend(member, target), target.role === 'admin' ? notAnAdmin() : notAModerator())
}
