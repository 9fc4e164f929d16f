import { AppError, found } from '#kernel/errors.ts'
import { asAdmin, asMember, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { resetAuthors } from './bluesky-profiles.ts'
import { countAuthors } from './bluesky-profiles.store.ts'
import { blueskyRefreshPath, blueskyResetPath } from './webmentions.contract.ts'
import { findBlueskyAuthor, findWebmention } from './webmentions.store.ts'

export const blueskyProfileRoutes = [
  route(
    'POST',
    blueskyRefreshPath(':id'),
    asMember(async ({ params, ctx }) => {
      const id = IdText.parse(params.id)
      const { actor } = found(await findBlueskyAuthor(ctx.db, id), 'Webmention')
      if (actor === null) throw new AppError('conflict', 'The author of this webmention is not on Bluesky.')
      const failure = await ctx.blueskyProfiles.refresh(actor)
      if (failure) throw new AppError('provider_failed', failure.message)
      return { updatedWebmention: found(await findWebmention(ctx.db, id), 'Webmention') }
    }),
    { limits: [perMember('bluesky profiles', 20, 60)] },
  ),
  route(
    'POST',
    blueskyResetPath,
    asAdmin(async ({ ctx }) => {
      await resetAuthors.enqueue(ctx.db, {})
      return { count: await countAuthors(ctx.db) }
    }),
    { limits: [perMember('bluesky reset', 2, 60)] },
  ),
]
