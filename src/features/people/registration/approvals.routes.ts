import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { approveMember, declineMember } from './approvals.contract.ts'
import { emailDecision } from './approvals.jobs.ts'

export const approvalRoutes = [
  implement(approveMember, async ({ ctx, params: { id }, member }) => {
    const { subject, username, locale } = found(await accountOf(ctx, id), 'Member')
    const email = await addressOf(ctx, subject)
    await inTransaction(ctx.db, async (db) => {
      if (!(await ctx.memberships.approve(db, id))) return
      await audit(db, { action: 'registration.approved', actor: member.id, subjectId: id })
      if (email !== null) await emailDecision.enqueue(db, { email, username, isApproved: true, locale })
    })
    return null
  }),
  implement(declineMember, async ({ ctx, params: { id }, member }) => {
    const { subject, username, locale } = found(await accountOf(ctx, id), 'Member')
    const email = await addressOf(ctx, subject)
    await ctx.deleteAccount({ memberId: id, subject, posts: 'remove', deletedBy: member.id })
    if (email !== null) await emailDecision.enqueue(ctx.db, { email, username, isApproved: false, locale })
    return null
  }),
]

/** Returns null for a deleted member. */
async function accountOf({ db, memberships }: Context, id: number) {
  const account = await inTransaction(db, (db) => memberships.lock(db, id))
  return account?.subject ? account : null
}

/** Returns the confirmed address for the email about the decision; null if the site cannot send email. */
const addressOf = async ({ mailer, identity }: Context, subject: string): Promise<string | null> =>
  mailer && identity.confirmedAddress(subject)
