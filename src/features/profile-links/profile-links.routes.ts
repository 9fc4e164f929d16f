import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { asAnyone, asMember, route } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { linkCheckOf, LinksInput, ownLinksPath, profileLinksPath } from './profile-links.contract.ts'
import { findLinks, saveLinks } from './profile-links.store.ts'

export const profileLinkRoutes = [
  route(
    'GET',
    profileLinksPath(':id'),
    asAnyone(async ({ params, ctx }) => found(await findLinks(ctx.db, IdText.parse(params.id)), 'User')),
  ),
  // What is there already is looked at again too: whoever has just changed the page there saves once more.
  route(
    'PUT',
    ownLinksPath,
    asMember(async ({ body, member, ctx }) => {
      const { links } = LinksInput.parse(await body())
      await inTransaction(ctx.db, async (db) => {
        await saveLinks(db, member.id, links)
        await enqueue(db, ...linkCheckOf(member.id))
      })
      await ctx.announce('members', 'removals')
      return found(await findLinks(ctx.db, member.id), 'User')
    }),
    { limits: [perMember('links', 30, 600)] },
  ),
]
