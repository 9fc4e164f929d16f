import {
  CommentInput,
  MemberCommentInput,
  minWritingMs,
  trapField,
} from '#features/conversation/comments/comments.contract.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Call, type Member } from '#kernel/http.ts'
import { tooMany } from '#kernel/limits.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { renderComment } from '#kernel/markdown/render-comment.ts'
import { networkOf } from '#kernel/networks.ts'
import { t } from '#messages/messages.ts'
import {
  addDraftComment,
  findDeletedComment,
  findDraftComment,
  isMemberBlocked,
  undoDraftCommentDeletion,
} from './draft-comments.store.ts'
import { findLink, openDraft } from './draft-links.store.ts'
import { type DraftComment, maxDraftComments } from './shared-drafts.contract.ts'

const limits = [perAddress('draft comments', 5, 60), perAddress('draft comments per hour', 30, 3600)]

const tooComplex = () => t('This comment has too many elements to display. Use fewer code blocks and links.')
const looksAutomated = () => t('Clear the field that must be left empty, then send your comment again.')
const tooQuick = () => t('You sent your comment too quickly. Wait two seconds, then send it again.')
const full = () =>
  t('This draft already has {maxDraftComments} comments, the maximum. Its author can delete some.', {
    maxDraftComments,
  })

export type DraftSubmission = Pick<Call<Member | null>, 'ctx' | 'member' | 'ip' | 'consume'>

/** Saves a comment on the draft that the token opens. Rejects comments that look automated, because no moderator sees
 *  comments on drafts. `body`: unvalidated input.
 *  @throws AppError rate_limited, not_found, invalid_input, forbidden, conflict */
export async function submitDraftComment(call: DraftSubmission, token: string, body: unknown): Promise<DraftComment> {
  const { ctx, member } = call
  await enforceLimits(call)
  const { ownerId, key } = found(await openDraft(ctx.db, token), 'Draft')
  const { content, authorName } = inputOf(member, body)
  const { html, isTruncated } = await renderComment(content, ctx.siteUrl)
  if (isTruncated) throw invalid('content', tooComplex())
  const memberId = member?.id ?? null
  if (memberId !== null) await refuseBlocked(ctx.db, ownerId, memberId)
  const comment = { ownerId, key, memberId, authorName, content, contentHtml: html }
  const saved = await inTransaction(ctx.db, (db) => addDraftComment(db, token, comment))
  if (!saved) throw new AppError('conflict', full())
  return saved
}

/** Restores a comment that the member deleted. Unless they wrote the draft, they must be allowed to comment on it.
 *  @throws AppError not_found, rate_limited, forbidden, conflict */
export async function restoreComment(call: DraftSubmission & { member: Member }, id: number): Promise<DraftComment> {
  const { ctx, member } = call
  const draft = found(await findDeletedComment(ctx.db, id, member.id), 'Comment')
  if (draft.ownerId !== member.id) {
    await enforceLimits(call)
    const link = await findLink(ctx.db, draft.ownerId, draft.key)
    found(link && (await openDraft(ctx.db, link.token)), 'Draft')
    await refuseBlocked(ctx.db, draft.ownerId, member.id)
  }
  const outcome = await inTransaction(ctx.db, (db) => undoDraftCommentDeletion(db, draft, { id, by: member.id }))
  if (outcome === 'full') throw new AppError('conflict', full())
  return found(outcome && (await findDraftComment(ctx.db, id)), 'Comment')
}

const refuseBlocked = async (db: Db, ownerId: number, memberId: number) =>
  allowed(!(await isMemberBlocked(db, ownerId, memberId)), t('You can’t comment on this draft.'))

function inputOf(member: Member | null, body: unknown): { content: string; authorName: string } {
  const input = member ? { ...MemberCommentInput.parse(body), authorName: '' } : CommentInput.parse(body)
  if (input[trapField]) throw invalid(trapField, looksAutomated())
  const { writingMs = minWritingMs } = input
  if (!member && writingMs < minWritingMs) throw new AppError('rate_limited', tooQuick(), { retryAfterSeconds: 2 })
  return input
}

async function enforceLimits({ consume, ip }: DraftSubmission): Promise<void> {
  for (const limit of limits) {
    const waitSeconds = await consume(limit, networkOf(ip))
    if (waitSeconds !== null) throw tooMany(waitSeconds)
  }
}

const invalid = (path: string, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] })
