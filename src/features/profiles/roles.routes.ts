import { AppError } from '#kernel/errors.ts'
import { asAdmin, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { listRoleChanges } from './role-changes.store.ts'
import { memberRolePath, NewOwner, NewRole, ownerPath, roleChangesPath, setByOwnerUsername } from './roles.contract.ts'
import { setRole, transferOwnership } from './roles.store.ts'

export const roleRoutes = [
  route(
    'PUT',
    memberRolePath(':id'),
    asAdmin(async ({ ctx, params, body, member }) => {
      const { role } = NewRole.parse(await body())
      const changed = await setRole(ctx.db, IdText.parse(params.id), role, member.id)
      await ctx.announce('members')
      return changed
    }),
    { limits: [perMember('roles', 60, 3600)], needsRecentProof: true },
  ),
  route(
    'PUT',
    ownerPath,
    asAdmin(async ({ ctx, body, member }) => {
      const { memberId } = NewOwner.parse(await body())
      if (ctx.site.ownerUsername !== null) throw new AppError('conflict', setByOwnerUsername)
      const owner = await transferOwnership(ctx.db, memberId, member.id)
      await ctx.announce('members')
      return owner
    }),
    { limits: [perMember('ownership', 10, 3600)], needsRecentProof: true },
  ),
  route(
    'GET',
    roleChangesPath,
    asAdmin(({ query, ctx }) => listRoleChanges(ctx.db, PageQuery.parse(query))),
  ),
]
