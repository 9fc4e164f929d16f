import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { asMember, type Context, type Member, route } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { BulkDecision, Decision, statusAfter } from '#features/comments/comment-queue.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { tellOfAnswerTo } from '#features/sent-webmentions/sent-webmentions.contract.ts'
import { queuedWebmentionPath, webmentionBulkPath } from './webmention-queue.contract.ts'
import { decide } from './webmention-queue.store.ts'
import type { WebmentionStanding } from './webmentions.store.ts'

/** Members moderate what is said about their own pages, administrators everything; the list is that of the comments. */
export const webmentionQueueRoutes = [
  route(
    'POST',
    webmentionBulkPath,
    asMember(async ({ body, member, ctx }) => {
      const { ids, action } = BulkDecision.parse(await body())
      return { changed: await settle(ctx, member, ids, statusAfter[action]) }
    }),
  ),
  route(
    'PATCH',
    queuedWebmentionPath(':id'),
    asMember(async ({ params, body, member, ctx }) => {
      const id = IdText.parse(params.id)
      const status = Decision.parse(await body())
      found((await settle(ctx, member, [id], status)) || null, 'Webmention')
      return { id, status }
    }),
  ),
  route(
    'DELETE',
    queuedWebmentionPath(':id'),
    asMember(async ({ params, member, ctx }) => {
      found((await settle(ctx, member, [IdText.parse(params.id)], 'deleted')) || null, 'Webmention')
      return null
    }),
  ),
]

async function settle(ctx: Context, member: Member, ids: number[], status: WebmentionStanding): Promise<number> {
  const changed = await inTransaction(ctx.db, async (db) => {
    const changed = await decide(db, member, ids, status)
    const answered = new Set(changed.flatMap((mention) => mention.answered ?? []))
    for (const postId of answered) await enqueue(db, ...tellOfAnswerTo(postId, ctx.clock.now()))
    return changed.length
  })
  if (changed > 0) await ctx.announce('posts', 'removals')
  return changed
}
