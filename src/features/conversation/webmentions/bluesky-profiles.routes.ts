import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { resetAuthors } from './bluesky-profiles.ts'
import { countAuthors } from './bluesky-profiles.store.ts'
import { refreshBlueskyAuthor, refreshBlueskyAuthors } from './webmentions.contract.ts'
import { findBlueskyAuthor, findWebmention } from './webmentions.store.ts'

export const blueskyProfileRoutes = [
  implement(refreshBlueskyAuthor, async ({ params: { id }, ctx }) => {
    const { actor } = found(await findBlueskyAuthor(ctx.db, id), 'Webmention')
    if (actor === null) throw new AppError('conflict', t('The author of this webmention is not on Bluesky.'))
    const failure = await ctx.blueskyProfiles.refresh(actor)
    if (failure) throw new AppError('provider_failed', failure.message)
    return { updatedWebmention: found(await findWebmention(ctx.db, id), 'Webmention') }
  }),
  implement(refreshBlueskyAuthors, async ({ ctx }) => {
    await resetAuthors.enqueue(ctx.db, {})
    return { count: await countAuthors(ctx.db) }
  }),
]
