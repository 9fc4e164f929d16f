import { t } from '#messages/messages.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Call, Context, Member } from '#kernel/http.ts'
import { enforceLimits } from '#kernel/limits.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { renderComment } from '#kernel/markdown/render-comment.ts'
import { type Comment, CommentInput, MemberCommentInput } from './comments.contract.ts'
import { commentPublished } from './comments.events.ts'
import {
  addComment,
  type CommentStatus,
  findComment,
  findCommentTarget,
  hasApprovedComment,
  presentComment,
} from './comments.store.ts'
import { EntryInput, MemberEntryInput } from './guestbook.contract.ts'
import { mayModerate } from '#schemas/roles.contract.ts'
import { findCommentOfKey, reserveKey, setCommentOfKey } from './comment-keys.store.ts'
import { spamRules } from './spam-rules.ts'

const tooComplex = () => t('This comment has too many elements to display. Use fewer code blocks and links.')

const limits = [perAddress('comments', 5, 60), perAddress('comments per hour', 30, 3600)]

interface Submitted {
  comment: Comment
  isNew: boolean
}

export type Submission = Pick<Call<Member | null>, 'ctx' | 'member' | 'ip' | 'consume'>

/** Saves a comment on a post or, without a post, an entry in the guestbook. It is pending unless its author wrote the
 *  post or owns the site, or is a member with an earlier comment approved by that person, an administrator, or a
 *  moderator. If a pending comment looks automated, the reasons are recorded; only comments by blocked authors go to
 *  Spam. The response does not reveal whether a comment went to Spam. `body`: unvalidated input. @returns the comment;
 *  `isNew`: false if its key was used before @throws AppError rate_limited, invalid_input, not_found */
export async function submitComment(call: Submission, postId: number | null, body: unknown): Promise<Submitted> {
  const { ctx, member, ip } = call
  await enforceLimits(call, limits)
  const target = found(await findCommentTarget(ctx.db, postId), postId === null ? 'Guestbook' : 'Post')
  const input = inputOf(member, postId, body)
  const { html, isTruncated, links } = await renderComment(input.content, ctx.siteUrl)
  if (isTruncated)
    throw new AppError('invalid_input', tooComplex(), { issues: [{ path: 'content', message: tooComplex() }] })
  const submitted = { member, ip, ownerId: target.ownerId, links, website: input.authorUrl, fields: input }
  const { sender, isBlocked, doubts } = await spamRules.judge(ctx, submitted)
  // A moderator's block of a domain must not silence administrators, other moderators, or the owner.
  const isExempt = member !== null && (mayModerate(member) || member.id === target.ownerId)
  const status: CommentStatus =
    isBlocked && !isExempt ? 'spam' : (await isTrusted(ctx, member, target)) ? 'approved' : 'pending'
  const comment = {
    postId,
    parentId: input.parentId ?? null,
    memberId: member?.id ?? null,
    authorName: input.authorName,
    authorUrl: input.authorUrl ?? '',
    content: input.content,
    contentHtml: html,
    source: postId !== null && isPageOf(ctx.siteUrl, postId, input.source) ? (input.source ?? null) : null,
    status,
    doubts: status === 'approved' ? [] : doubts,
    sender,
  }
  const key = 'key' in input ? input.key : undefined
  return inTransaction(ctx.db, async (db) => {
    if (key !== undefined && !(await reserveKey(db, key)))
      return { comment: await repeated(db, key, postId, member), isNew: false }
    const added = found(await addComment(db, comment), 'Comment')
    const { id } = added
    if (key !== undefined) await setCommentOfKey(db, key, id)
    const mayHaveLinks = links.length > 0
    if (status === 'approved' && postId !== null)
      await ctx.emit(db, commentPublished, { postId, commentId: id, isNew: true, mayHaveLinks })
    return { comment: presentComment(added, member), isNew: true }
  })
}

/** Returns the comment that was added when the key was first used. @throws AppError not_found, or conflict if the key
 *  belongs to a comment on another post */
async function repeated(db: Db, key: string, postId: number | null, member: Member | null): Promise<Comment> {
  const id = found(await findCommentOfKey(db, key), 'Comment')
  const comment = found(await findComment(db, id, member), 'Comment')
  if (comment.postId === postId) return comment
  throw new AppError('conflict', t('This comment was already posted elsewhere. Post it again.'))
}

/** Validates the body. Members' names and websites come from their profiles. */
function inputOf(member: Member | null, postId: number | null, body: unknown): CommentInput {
  const [ofMember, ofVisitor] = postId === null ? [MemberEntryInput, EntryInput] : [MemberCommentInput, CommentInput]
  return member ? { ...ofMember.parse(body), authorName: '', authorUrl: '' } : ofVisitor.parse(body)
}

const isTrusted = async ({ db }: Context, member: Member | null, { ownerId }: { ownerId: number }): Promise<boolean> =>
  member !== null && (member.id === ownerId || (await hasApprovedComment(db, member.id, ownerId)))

function isPageOf(siteUrl: string, postId: number, source: string | undefined): boolean {
  const url = source === undefined ? null : URL.parse(source)
  return url !== null && url.origin === new URL(siteUrl).origin && url.pathname === postAddress.href({ id: postId })
}
