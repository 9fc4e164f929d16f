import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { mayActAgainst, mayModerate } from '#schemas/roles.contract.ts'
import { emailDomainOf } from '#schemas/email-domain.contract.ts'
import {
  blockAuthor,
  getBlockedAuthors,
  hostOf,
  mailboxOf,
  type NewCommentBlock,
  unblockAuthor,
} from './comment-blocks.contract.ts'
import { block, listBlocks, unblock } from './comment-blocks.store.ts'
import {
  deleteQueuedComment,
  moderateComment,
  moderateComments,
  type QueueStatus,
  statusAfter,
} from './comment-moderation.contract.ts'
import { decide, findMessageSender, findQueued, findQueuedHost, type QueuedAuthor } from './comment-moderation.store.ts'
import { detailsOf } from './comment-audit.ts'
import { commentHidden, commentPublished } from './comments.events.ts'

/** Members moderate comments on their own posts; administrators and moderators moderate all comments. Source: docs/product.md,
 *  Moderation. */
export const commentModerationRoutes = [
  implement(moderateComments, async ({ body: { ids, action }, member, ctx }) => {
    const changed = await settle(ctx, member, ids, statusAfter[action])
    return changed > 0 ? { changed } : unchanged({ changed })
  }),
  implement(moderateComment, async ({ params: { id }, body: status, member, ctx }) => {
    found((await settle(ctx, member, [id], status)) || null, 'Comment')
    return { id, status }
  }),
  implement(deleteQueuedComment, async ({ params: { id }, member, ctx }) => {
    found((await settle(ctx, member, [id], 'deleted')) || null, 'Comment')
    return null
  }),
  implement(getBlockedAuthors, async ({ member, ctx }) => ({
    blocks: await listBlocks(ctx.db, blockerOf(member), member.role === 'moderator'),
  })),
  implement(blockAuthor, async ({ body, member, ctx }) => {
    const target = await findTarget(ctx, member, body)
    const id = await inTransaction(ctx.db, async (db) => {
      await audit(db, { action: 'author.blocked', actor: member.id, details: scopeOf(member, target.kind) })
      return block(db, blockerOf(member), target, member.id)
    })
    return created({ id, kind: target.kind, label: target.label })
  }),
  implement(unblockAuthor, async ({ params: { id }, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      if (await unblock(db, blockerOf(member), id, member.role === 'moderator'))
        await audit(db, { action: 'author.unblocked', actor: member.id, target: `block ${id}` })
    })
    return null
  }),
]

const settle = (ctx: Context, member: Member, ids: number[], status: QueueStatus | 'deleted'): Promise<number> =>
  inTransaction(ctx.db, async (db) => {
    const changed = await decide(db, member, ids, status)
    await audit(
      db,
      ...changed
        .filter(({ hasChanged }) => hasChanged)
        .map(({ id, postId, memberId }) => ({
          action: `comment.${status}` as const,
          actor: member.id,
          subjectId: memberId,
          target: `comment ${id}`,
          details: detailsOf({ postId }),
        })),
    )
    for (const { id, postId, isNew } of changed) {
      if (postId === null) continue
      if (status === 'approved')
        await ctx.emit(db, commentPublished, { postId, commentId: id, isNew, mayHaveLinks: true })
      else await ctx.emit(db, commentHidden, { postId, commentId: id })
    }
    return changed.length
  })

/** Returns the owner of new blocks; null for administrators and moderators, who block for the whole site. */
const blockerOf = (member: Member): number | null => (mayModerate(member) ? null : member.id)

const scopeOf = (member: Member, kind: string) => ({
  blocked: kind,
  on: mayModerate(member) ? 'the site' : 'own posts',
})

/** Returns the author to block. @throws AppError not_found, invalid_input */
async function findTarget({ db }: Context, member: Member, wanted: NewCommentBlock) {
  const { kind } = wanted
  if ('webmentionId' in wanted) {
    const { host } = found(await findQueuedHost(db, member, wanted.webmentionId), 'Webmention')
    return { kind, ...domainOf(host), isFromMessage: false }
  }
  if ('messageId' in wanted) {
    const mailbox = mailboxOf(found(await findMessageSender(db, member, wanted.messageId), 'Message').email)
    const trait = kind === 'email' ? { value: mailbox, label: mailbox } : domainOf(emailDomainOf(mailbox))
    return { kind, ...trait, isFromMessage: true }
  }
  const author = found(await findQueued(db, member, wanted.commentId), 'Comment')
  if (kind === 'member' && author.role !== null && mayModerate(member))
    allowed(
      mayActAgainst(member, { role: author.role }),
      t('Only administrators can block moderators and administrators.'),
    )
  const trait = traitOf(author, wanted.kind)
  if (!trait) throw new AppError('invalid_input', nothingToBlock[wanted.kind]())
  if (kind === 'member' && author.memberId === member.id)
    throw new AppError('invalid_input', t('You cannot block yourself.'))
  return { kind, ...trait, isFromMessage: false }
}

const nothingToBlock = {
  member: () => t('This comment has no member to block.'),
  sender: () => t('This comment has no sender to block.'),
  domain: () => t('This comment has no domain to block.'),
}

function traitOf({ memberId, sender, authorName, authorUrl }: QueuedAuthor, kind: 'member' | 'sender' | 'domain') {
  if (kind === 'member') return memberId === null ? null : { value: String(memberId), label: `@${authorName}` }
  if (kind === 'sender') return sender && { value: sender.toString('hex'), label: `${authorName}’s network` }
  const host = hostOf(authorUrl)
  return host ? domainOf(host) : null
}

function domainOf(hostname: string) {
  const host = hostname.replace(/^www\./, '')
  return { value: host, label: host }
}
