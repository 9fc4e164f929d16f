import { inTransaction } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import type { Role } from '#schemas/roles.contract.ts'
import { publishingRevoked } from './members.events.ts'
import type { RoleActor } from './role-changes.store.ts'
import type { RoleHolder } from './roles.contract.ts'
import { setRole } from './roles.store.ts'

/** Changes the member's role. Idempotent. @throws AppError not_found, forbidden, conflict as {@link setRole} does */
export const changeMemberRole = (
  ctx: Pick<Context, 'db' | 'emit'>,
  memberId: number,
  role: Role,
  actor: RoleActor,
): Promise<RoleHolder> =>
  inTransaction(ctx.db, async (db) => {
    const holder = await setRole(db, memberId, role, actor)
    if (role === 'reader') await ctx.emit(db, publishingRevoked, { memberId })
    return holder
  })
