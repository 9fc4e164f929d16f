import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { asMember, type Context, created, type Member, route } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { lookAtLinksOf, tellOfAnswerTo } from '#features/sent-webmentions/sent-webmentions.contract.ts'
import { commentBlockPath, commentBlocksPath, hostOf, NewCommentBlock } from './comment-blocks.contract.ts'
import { block, listBlocks, unblock } from './comment-blocks.store.ts'
import {
  BulkDecision,
  bulkPath,
  Decision,
  queuedPath,
  queuePath,
  QueueQuery,
  type QueueStatus,
  statusAfter,
} from './comment-queue.contract.ts'
import {
  decide,
  findQueued,
  findQueuedHost,
  listQueue,
  pendingCount,
  type QueuedAuthor,
} from './comment-queue.store.ts'
import { pendingCountPath } from './pending-count.contract.ts'

/** Members moderate what is said about their own posts, administrators everything. Source: decisions, `/admin/comments`. */
export const commentQueueRoutes = [
  route(
    'GET',
    pendingCountPath,
    asMember(async ({ member, ctx }) => ({ count: await pendingCount(ctx.db, member) })),
  ),
  route(
    'GET',
    queuePath,
    asMember(async ({ query, member, ctx }) => listQueue(ctx.db, member, QueueQuery.parse(query))),
  ),
  route(
    'POST',
    bulkPath,
    asMember(async ({ body, member, ctx }) => {
      const { ids, action } = BulkDecision.parse(await body())
      return { changed: await settle(ctx, member, ids, statusAfter[action]) }
    }),
  ),
  route(
    'PATCH',
    queuedPath(':id'),
    asMember(async ({ params, body, member, ctx }) => {
      const id = IdText.parse(params.id)
      const status = Decision.parse(await body())
      found((await settle(ctx, member, [id], status)) || null, 'Comment')
      return { id, status }
    }),
  ),
  route(
    'DELETE',
    queuedPath(':id'),
    asMember(async ({ params, member, ctx }) => {
      found((await settle(ctx, member, [IdText.parse(params.id)], 'deleted')) || null, 'Comment')
      return null
    }),
  ),
  route(
    'GET',
    commentBlocksPath,
    asMember(async ({ member, ctx }) => ({ blocks: await listBlocks(ctx.db, blockerOf(member)) })),
  ),
  route(
    'POST',
    commentBlocksPath,
    asMember(async ({ body, member, ctx }) => {
      const { kind, ...named } = await namedBy(ctx, member, NewCommentBlock.parse(await body()))
      const id = await block(ctx.db, blockerOf(member), { kind, ...named }, member.id)
      return created({ id, kind, label: named.label })
    }),
  ),
  route(
    'DELETE',
    commentBlockPath(':id'),
    asMember(async ({ params, member, ctx }) => {
      await unblock(ctx.db, blockerOf(member), IdText.parse(params.id))
      return null
    }),
  ),
]

async function settle(ctx: Context, member: Member, ids: number[], status: QueueStatus | 'deleted'): Promise<number> {
  const changed = await inTransaction(ctx.db, async (db) => {
    const changed = await decide(db, member, ids, status)
    for (const { id, postId } of changed) {
      await enqueue(db, ...lookAtLinksOf({ postId, commentId: id }, ctx.clock.now()))
    }
    const answered = new Set(changed.flatMap(({ postId, isNew }) => (isNew ? postId : [])))
    for (const postId of answered) await enqueue(db, ...tellOfAnswerTo(postId, ctx.clock.now()))
    return changed.length
  })
  if (changed > 0) await ctx.announce('posts', 'removals')
  return changed
}

/** An administrator blocks for the whole site. */
const blockerOf = ({ id, role }: Member): number | null => (role === 'admin' ? null : id)

/** Whom it blocks. @throws AppError not_found, invalid_input */
async function namedBy({ db }: Context, member: Member, wanted: NewCommentBlock) {
  const { kind } = wanted
  if ('webmentionId' in wanted) {
    const { host } = found(await findQueuedHost(db, member, wanted.webmentionId), 'Webmention')
    return { kind, ...domainOf(host) }
  }
  const author = found(await findQueued(db, member, wanted.commentId), 'Comment')
  const named = traitOf(author, kind)
  if (!named) throw new AppError('invalid_input', 'There is nothing of that kind to block.')
  if (kind === 'member' && author.memberId === member.id)
    throw new AppError('invalid_input', 'You cannot block yourself.')
  return { kind, ...named }
}

function traitOf({ memberId, sender, authorName, authorUrl }: QueuedAuthor, kind: 'member' | 'sender' | 'domain') {
  if (kind === 'member') return memberId === null ? null : { value: String(memberId), label: `@${authorName}` }
  if (kind === 'sender') return sender && { value: sender.toString('hex'), label: `the network of ${authorName}` }
  const host = hostOf(authorUrl)
  return host ? domainOf(host) : null
}

function domainOf(hostname: string) {
  const host = hostname.replace(/^www\./, '')
  return { value: host, label: host }
}
