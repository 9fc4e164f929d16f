import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { versionChanges } from './version-changes.ts'
import { getVersion, getVersionChanges, getVersions, type Version } from './versions.contract.ts'
import { findVersion, isPostGone, listVersions } from './versions.store.ts'

/** What a post was before: read by everybody who can read the post. */
export const versionRoutes = [
  implement(
    getVersions,
    async ({ params: { id }, query, ctx }) => (await listVersions(ctx.db, id, query)) ?? notThere(ctx, id, 'Post'),
  ),
  implement(getVersion, ({ params: { id, number }, ctx }) => presentVersion(ctx, id, number)),
  implement(getVersionChanges, async ({ params: { id, number }, ctx }) => {
    const after = await presentVersion(ctx, id, number)
    const before = number > 1 ? await findVersion(ctx.db, id, number - 1) : null
    return versionChanges(found(before, 'Version'), after)
  }),
]

const presentVersion = async (ctx: Context, postId: number, number: number): Promise<Version> =>
  (await findVersion(ctx.db, postId, number)) ?? notThere(ctx, postId, 'Version')

async function notThere({ db }: Context, postId: number, noun: string): Promise<never> {
  if (await isPostGone(db, postId)) throw new AppError('gone', 'This post has been deleted.')
  throw new AppError('not_found', `${noun} not found`)
}
