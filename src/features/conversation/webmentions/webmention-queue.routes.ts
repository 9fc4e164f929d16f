import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { found } from '#kernel/errors.ts'
import { type Context, type Member, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { statusAfter } from '#features/conversation/comments/comment-moderation.contract.ts'
import { deleteQueuedWebmention, moderateWebmention, moderateWebmentions } from './webmention-queue.contract.ts'
import { decide } from './webmention-queue.store.ts'
import type { ModerationStatus } from './webmentions.store.ts'
import { mentionPublished } from './webmentions.events.ts'

/** Members moderate mentions of their own pages; administrators moderate all mentions. Comments are in the same
 *  queue. */
export const webmentionQueueRoutes = [
  implement(moderateWebmentions, async ({ body: { ids, action }, member, ctx }) => {
    const changed = await settle(ctx, member, ids, statusAfter[action])
    return changed > 0 ? { changed } : unchanged({ changed })
  }),
  implement(moderateWebmention, async ({ params: { id }, body: status, member, ctx }) => {
    found((await settle(ctx, member, [id], status)) || null, 'Webmention')
    return { id, status }
  }),
  implement(deleteQueuedWebmention, async ({ params: { id }, member, ctx }) => {
    found((await settle(ctx, member, [id], 'deleted')) || null, 'Webmention')
    return null
  }),
]

const settle = (ctx: Context, member: Member, ids: number[], status: ModerationStatus): Promise<number> =>
  inTransaction(ctx.db, async (db) => {
    const changed = await decide(db, member, ids, status)
    await audit(
      db,
      ...changed
        .filter(({ hasChanged }) => hasChanged)
        .map(({ id }) => ({
          action: `webmention.${status}` as const,
          actor: member.id,
          target: `webmention ${id}`,
        })),
    )
    const answered = new Set(changed.flatMap((mention) => mention.answered ?? []))
    for (const postId of answered) await ctx.emit(db, mentionPublished, { postId })
    return changed.length
  })
