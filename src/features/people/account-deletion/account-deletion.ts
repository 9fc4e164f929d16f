import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { DeletedAccount } from '#kernel/feature.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { accountDeleting } from '#features/people/profiles/members.events.ts'
import { AccountDeletion, type PostsChoice } from './account-deletion.contract.ts'

declare module '#kernel/http.ts' {
  interface Context {
    /** Deletes the member and their account, all or nothing.
     *  @throws AppError conflict for the last administrator, and for a member who is declined but no longer waiting;
     *  not_signed_in if the account is already deleted */
    deleteAccount(leaving: Leaving): Promise<void>
  }
}

interface Leaving {
  memberId: number
  subject: string
  posts: PostsChoice
  /** Default: the member. A number is the id of the administrator who declines a member waiting for approval. */
  deletedBy?: 'member' | 'operator' | number
}

const tidy = job('departures.tidy', {
  summary: () => t('Delete a deleted account’s remaining data'),
  payload: z.object({ memberId: z.int(), posts: AccountDeletion.shape.posts }),
})
/** Runs shortly after the deletion, and again once all calls that were in progress have ended. */
const tidyAfterMs = [5000, 300_000]
const stillNeeded = () =>
  t(
    'You own this site or are its only administrator. Transfer ownership or add another administrator before you delete your account.',
  )

export const createDeleteAccount =
  (context: () => Context): Context['deleteAccount'] =>
  async ({ memberId, subject, posts, deletedBy = 'member' }) => {
    const ctx = context()
    const { clock, identity, memberships } = ctx
    await inTransaction(ctx.db, async (db) => {
      const locked = await memberships.lockForDeletion(db, memberId)
      if (!locked) throw new AppError('not_signed_in', t('This account has been deleted.'))
      const isDeclined = typeof deletedBy === 'number'
      // Another administrator may have approved the member in the meantime.
      if (isDeclined && !locked.isWaiting) throw new AppError('conflict', t('This member is not waiting for approval.'))
      if (await memberships.isNeeded(db, memberId)) throw new AppError('conflict', stillNeeded())
      await ctx.emit(db, accountDeleting, { memberId })
      await deleteParts({ ...ctx, db }, { memberId, deletesPosts: posts === 'remove' })
      await identity.removeAccount(db, subject)
      await memberships.anonymize(db, memberId)
      if (isDeclined) await audit(db, { action: 'registration.declined', actor: deletedBy })
      await audit(db, { action: 'member.deleted', actor: deletedBy, details: { posts } })
      for (const afterMs of tidyAfterMs)
        await tidy.enqueue(db, { memberId, posts }, { runAt: new Date(clock.now() + afterMs) })
    })
    await ctx.announce('members', 'posts', 'removals')
  }

/** Deletes anything that a call in progress may have added after the account was deleted. */
export const accountDeletionWorkers = [
  perform(tidy, async (ctx, { memberId, posts }) => {
    await inTransaction(ctx.db, (db) => deleteParts({ ...ctx, db }, { memberId, deletesPosts: posts === 'remove' }))
    await ctx.announce('members', 'posts', 'removals')
  }),
]

async function deleteParts(ctx: Context, account: DeletedAccount): Promise<void> {
  for (const { accountDeletion } of ctx.features) await accountDeletion?.(ctx, account)
}
