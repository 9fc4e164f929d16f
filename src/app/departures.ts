import * as z from 'zod/mini'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { removeCommentsOf } from '#features/comments/comments.store.ts'
import { Departure, type PostsChoice } from '#features/departures/departures.contract.ts'
import { topicsOf } from '#features/feeds/feeds.contract.ts'
import { pingHub, pingTime } from '#features/feeds/feeds.jobs.ts'
import { listKindsOf, removePostsOf } from '#features/posts/member-posts.store.ts'
import { departMember, holdDeparture, isNeeded } from '#features/profiles/departed-members.store.ts'
import { enqueueLooksOfMember } from '#features/sent-webmentions/mention-jobs.ts'
import { listUnusedImages } from '#features/uploads/uploads.store.ts'

type Services = Pick<Context, 'db' | 'clock' | 'identity' | 'announce' | 'features' | 'webSubHub'>

const tidy = job('departures.tidy', {
  summary: 'Delete what is left of a deleted account',
  payload: z.object({ memberId: z.int(), posts: Departure.shape.posts }),
})

/** Soon, for the pictures; and once what was under way when they left has surely ended. */
const tidyAfterMs = [5000, 300_000]
const stillNeeded =
  'You own this site or are its only administrator. Transfer ownership or add another administrator before you delete your account.'

/** How members leave. */
export function createDepartures(services: Services): Pick<Context, 'depart'> {
  const { db, clock, identity, announce, features } = services

  async function depart({ memberId, subject, posts }: Parameters<Context['depart']>[0]): Promise<void> {
    await inTransaction(db, async (db) => {
      if (!(await holdDeparture(db, memberId))) throw new AppError('not_signed_in', 'This account has been deleted.')
      if (await isNeeded(db, memberId)) throw new AppError('conflict', stillNeeded)
      await tellHub({ ...services, db }, memberId)
      await removeAll({ db, clock, features }, memberId, posts)
      await identity.removeAccount(db, subject)
      await departMember(db, memberId)
      for (const afterMs of tidyAfterMs) {
        await tidy.enqueue(db, { memberId, posts }, { runAt: new Date(clock.now() + afterMs) })
      }
    })
    await announce('members', 'posts', 'removals')
  }

  return { depart }
}

/** Removes again what a call that was in progress may have added after the account was deleted. */
export const departureWorkers = [
  perform(tidy, async ({ db, clock, storage, announce, features }, { memberId, posts }) => {
    await inTransaction(db, (db) => removeAll({ db, clock, features }, memberId, posts))
    await announce('members', 'posts', 'removals')
    for (const place of await listUnusedImages(db, memberId)) await storage.remove(place)
  }),
]

/** Posts go first: all that change posts and likes lock in this order. */
async function removeAll(
  { db, clock, features }: Pick<Context, 'db' | 'clock' | 'features'>,
  memberId: number,
  posts: PostsChoice,
): Promise<void> {
  if (posts === 'remove') {
    await enqueueLooksOfMember(db, memberId, clock.now())
    await removePostsOf(db, memberId)
    await removeCommentsOf(db, memberId)
  }
  for (const { accountDeletion } of features) await accountDeletion?.(db, memberId)
}

async function tellHub({ db, clock, webSubHub }: Services, memberId: number): Promise<void> {
  if (!webSubHub) return
  const topics = topicsOf(await listKindsOf(db, memberId))
  await pingHub.enqueue(db, { topics }, pingTime(clock.now()))
}
