import { AppError, found } from '#kernel/errors.ts'
import { asAnyone, type Context, route } from '#kernel/http.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { PageQuery } from '#features/paging/paging.contract.ts'
import { versionChanges } from './version-changes.ts'
import { type Version, versionChangesPath, versionPath, versionsPath } from './versions.contract.ts'
import { findVersion, isPostGone, listVersions } from './versions.store.ts'

/** What a post was before: read by everybody who can read the post. */
export const versionRoutes = [
  route(
    'GET',
    versionsPath(':id'),
    asAnyone(async ({ params, query, ctx }) => {
      const postId = IdText.parse(params.id)
      const versions = await listVersions(ctx.db, postId, PageQuery.parse(query))
      return versions ?? notThere(ctx, postId, 'Post')
    }),
  ),
  route(
    'GET',
    versionPath(':id', ':number'),
    asAnyone(({ params, ctx }) => presentVersion(ctx, IdText.parse(params.id), IdText.parse(params.number))),
  ),
  route(
    'GET',
    versionChangesPath(':id', ':number'),
    asAnyone(async ({ params, ctx }) => {
      const [postId, number] = [IdText.parse(params.id), IdText.parse(params.number)]
      const after = await presentVersion(ctx, postId, number)
      const before = number > 1 ? await findVersion(ctx.db, postId, number - 1) : null
      return versionChanges(found(before, 'Version'), after)
    }),
    { limits: [perAddress('version changes', 120, 60)] },
  ),
]

const presentVersion = async (ctx: Context, postId: number, number: number): Promise<Version> =>
  (await findVersion(ctx.db, postId, number)) ?? notThere(ctx, postId, 'Version')

async function notThere({ db }: Context, postId: number, noun: string): Promise<never> {
  if (await isPostGone(db, postId)) throw new AppError('gone', 'This post has been deleted.')
  throw new AppError('not_found', `${noun} not found`)
}
