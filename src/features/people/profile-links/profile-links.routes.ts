import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getProfileLinks, replaceProfileLinks } from './profile-links.contract.ts'
import { findLinks, saveLinks } from './profile-links.store.ts'
import { checkProfileLinks } from './profile-links.jobs.ts'

export const profileLinkRoutes = [
  implement(getProfileLinks, async ({ params, ctx }) => found(await findLinks(ctx.db, params.id), 'User')),
  // Rechecks unchanged links too, because members save again after adding a link to the other page.
  implement(replaceProfileLinks, ({ body, member, ctx }) =>
    inTransaction(ctx.db, async (db) => {
      await saveLinks(db, member.id, body.links)
      await checkProfileLinks.enqueue(db, { memberId: member.id })
      return found(await findLinks(db, member.id), 'User')
    }),
  ),
]
