import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { getRevision, getRevisionChanges, getRevisions, type Revision } from './history.contract.ts'
import { findRevision, isPostGone, listRevisions } from './history.store.ts'

/** The history of a post is visible to everyone who can read the post. */
export const historyRoutes = [
  implement(
    getRevisions,
    async ({ params: { id }, query, ctx }) => (await listRevisions(ctx.db, id, query)) ?? notThere(ctx, id, 'Post'),
  ),
  implement(getRevision, ({ params: { id, number }, ctx }) => presentRevision(ctx, id, number)),
  implement(getRevisionChanges, async ({ params: { id, number }, ctx }) => {
    const after = await presentRevision(ctx, id, number)
    const before = number > 1 ? await findRevision(ctx.db, id, number - 1) : null
    const { revisionChanges } = await import('./revision-changes.ts')
    return revisionChanges(found(before, 'Version'), after)
  }),
]

const presentRevision = async (ctx: Context, postId: number, number: number): Promise<Revision> =>
  (await findRevision(ctx.db, postId, number)) ?? notThere(ctx, postId, 'Version')

async function notThere({ db }: Context, postId: number, noun: 'Post' | 'Version'): Promise<never> {
  if (await isPostGone(db, postId)) throw new AppError('gone', t('This post has been deleted.'))
  return found<never>(null, noun)
}
