import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import { putSuspension, removeSuspension } from './suspensions.store.ts'

declare module '#kernel/http.ts' {
  interface Context {
    suspensions: Suspensions
  }
}

export interface Suspensions {
  /** Hides the member along with everything they have published, ends their sessions, and closes the reports on
   *  their posts. Calling it again changes the reason. `adminId`: the acting administrator or moderator, null for the operator. @returns whether the
   *  member exists @throws AppError provider_failed if the hosted identity provider could not be reached, although
   *  the member is suspended here */
  suspend(memberId: number, by: { adminId: number | null; reason: string }): Promise<boolean>
  /** Restores everything. Does nothing if the member is not suspended. `adminId` is null for the operator.
   *  @throws as {@link suspend} */
  lift(memberId: number, adminId: number | null): Promise<void>
}

type Parts = Pick<Context, 'db' | 'clock' | 'identity' | 'memberships' | 'announce' | 'emit'>

export const createSuspensions = (context: () => Parts): Suspensions => ({
  async suspend(memberId, by) {
    const { db, memberships, emit } = context()
    const isDone = await inTransaction(db, async (db) => {
      if (!(await memberships.suspend(db, memberId, by.adminId))) return false
      await putSuspension(db, memberId, by)
      await emit(db, memberSuspended, { memberId, adminId: by.adminId })
      await audit(db, { action: 'member.suspended', actor: by.adminId ?? 'operator', subjectId: memberId })
      return true
    })
    if (isDone) await settle(context(), memberId)
    return isDone
  },
  async lift(memberId, adminId) {
    const { db, memberships, emit } = context()
    await inTransaction(db, async (db) => {
      if (!(await memberships.reinstate(db, memberId))) return
      await removeSuspension(db, memberId)
      await emit(db, memberReinstated, { memberId })
      await audit(db, { action: 'member.reinstated', actor: adminId ?? 'operator', subjectId: memberId })
    })
    await settle(context(), memberId)
  },
})

/** Longer than any session lasts. */
const banMs = 100 * 365 * 86_400_000

/** Bans or unbans the account at the identity provider, according to the member's current status. The site itself
 *  rejects suspended members in any case. */
async function settle({ db, clock, identity, memberships, announce }: Parts, memberId: number): Promise<void> {
  await announce('members', 'posts', 'removals')
  // Repeats until the status has not changed in the meantime. Holding a lock instead would occupy a connection while the
  // provider needs another one, which can exhaust the pool.
  for (let isBanned: boolean | null = null; ;) {
    const member = await inTransaction(db, (db) => memberships.lock(db, memberId))
    if (member?.issuer !== identity.issuer || member.isSuspended === isBanned) return
    isBanned = member.isSuspended
    await identity.ban(member.subject, isBanned ? new Date(clock.now() + banMs) : null).catch(unlessOutOfReach)
  }
}

/** Ignores a deleted account, and a hosted project without a configured service key. */
function unlessOutOfReach(reason: unknown): void {
  if (reason instanceof AppError && (reason.code === 'not_found' || reason.code === 'not_ready')) return
  throw reason
}
