import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { getProfileLinks, linkCheckOf, replaceProfileLinks } from './profile-links.contract.ts'
import { findLinks, saveLinks } from './profile-links.store.ts'

export const profileLinkRoutes = [
  implement(getProfileLinks, async ({ params, ctx }) => found(await findLinks(ctx.db, params.id), 'User')),
  // What is there already is looked at again too: whoever has just changed the page there saves once more.
  implement(replaceProfileLinks, async ({ body, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      await saveLinks(db, member.id, body.links)
      await enqueue(db, ...linkCheckOf(member.id))
    })
    return found(await findLinks(ctx.db, member.id), 'User')
  }),
]
