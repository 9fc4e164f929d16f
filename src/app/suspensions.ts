import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { hideMessagesOf } from '#features/chat/chat.store.ts'
import { giveBackCommentsOf, withholdCommentsOf } from '#features/comments/comments.store.ts'
import { giveBackPostsOf, withholdPostsOf } from '#features/posts/withheld-posts.store.ts'
import { holdStanding, readmitMember, suspendMember } from '#features/profiles/standing.store.ts'
import { withholdLivestreamsOf } from '#features/livestreams/broadcasts.store.ts'
import { closeReportsOf } from '#features/reports/reports.store.ts'
import { enqueueLooksOfMember } from '#features/sent-webmentions/mention-jobs.ts'
import type { Suspensions } from '#features/suspensions/suspensions.ts'
import { putSuspension, removeSuspension } from '#features/suspensions/suspensions.store.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'identity' | 'announce'>

/** What the site knows changes as a whole, then the account: who is suspended is refused by the site itself, whether the
 *  provider has heard of it or not. */
export const createSuspensions = (parts: Parts): Suspensions => ({
  async suspend(memberId, by) {
    const isDone = await inTransaction(parts.db, async (db) => {
      if (!(await suspendMember(db, memberId))) return false
      await putSuspension(db, memberId, by)
      await enqueueLooksOfMember(db, memberId, parts.clock.now())
      await withholdPostsOf(db, memberId)
      await withholdCommentsOf(db, memberId)
      await hideMessagesOf(db, memberId)
      await withholdLivestreamsOf(db, memberId)
      await closeReportsOf(db, memberId, by.adminId)
      return true
    })
    if (isDone) await settle(parts, memberId)
    return isDone
  },
  async lift(memberId) {
    await inTransaction(parts.db, async (db) => {
      if (!(await readmitMember(db, memberId))) return
      await removeSuspension(db, memberId)
      await giveBackPostsOf(db, memberId)
      await giveBackCommentsOf(db, memberId)
      await enqueueLooksOfMember(db, memberId, parts.clock.now())
    })
    await settle(parts, memberId)
  },
})

/** Later than any session ends. */
const banMs = 100 * 365 * 86_400_000

/** Brings the account into step with the member, whoever else changes the two at the same time. */
async function settle({ db, clock, identity, announce }: Parts, memberId: number): Promise<void> {
  await announce('members', 'posts', 'removals')
  await inTransaction(db, async (db) => {
    const member = await holdStanding(db, memberId)
    if (member?.issuer !== identity.issuer) return
    const until = member.isSuspended ? new Date(clock.now() + banMs) : null
    await identity.ban(member.subject, until).catch(unlessOutOfReach)
  })
}

/** An account that is gone, or a hosted project whose service key the settings do not have. */
function unlessOutOfReach(reason: unknown): void {
  if (reason instanceof AppError && (reason.code === 'not_found' || reason.code === 'not_ready')) return
  throw reason
}
