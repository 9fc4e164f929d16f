import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { changeMemberRole } from './change-role.ts'
import { listRoleChanges } from './role-changes.store.ts'
import { changeOwner, changeRole, getRoleChanges, setByOwnerUsername } from './roles.contract.ts'
import { transferOwnership } from './roles.store.ts'

export const roleRoutes = [
  implement(changeRole, ({ ctx, params, body, member }) => changeMemberRole(ctx, params.id, body.role, member.id)),
  implement(changeOwner, async ({ ctx, body, member }) => {
    if (ctx.site.ownerUsername !== null) throw new AppError('conflict', setByOwnerUsername())
    return transferOwnership(ctx.db, body.memberId, member.id)
  }),
  implement(getRoleChanges, ({ query, ctx }) => listRoleChanges(ctx.db, query)),
]
