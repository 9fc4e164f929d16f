import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { getProfileLinks, linkCheckOf, replaceProfileLinks } from './profile-links.contract.ts'
import { findLinks, saveLinks } from './profile-links.store.ts'

export const profileLinkRoutes = [
  implement(getProfileLinks, async ({ params, ctx }) => found(await findLinks(ctx.db, params.id), 'User')),
  // Links that have not changed are checked again too: members save once more after editing the linked page.
  implement(replaceProfileLinks, ({ body, member, ctx }) =>
    inTransaction(ctx.db, async (db) => {
      await saveLinks(db, member.id, body.links)
      await enqueue(db, ...linkCheckOf(member.id))
      return found(await findLinks(db, member.id), 'User')
    }),
  ),
]
