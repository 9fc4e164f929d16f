import { randomBytes } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { created, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { jsonBody } from '#kernel/json-body.ts'
import { isForm, postForm } from './draft-comment-post.ts'
import {
  deleteDraftComment,
  findDraftComment,
  findRoles,
  listDraftComments,
  setResolved,
} from './draft-comments.store.ts'
import { findLink, hasDraft, removeLink, saveLink } from './draft-links.store.ts'
import { findSharedDraft } from './shared-draft.ts'
import {
  commentOnDraft,
  getDraftComments,
  getDraftLink,
  getSharedDraft,
  removeDraftComment,
  resolveDraftComment,
  restoreDraftComment,
  revokeDraftLink,
  shareDraft,
} from './shared-drafts.contract.ts'
import { restoreComment, submitDraftComment } from './submit-draft-comment.ts'

/** Random bytes per token: too many to guess. */
const tokenBytes = 24
const noDraft = () => new AppError('not_found', t('Draft not found'))

export const sharedDraftRoutes = [
  implement(getDraftLink, async ({ params: { key }, member, ctx }) => {
    if (!(await hasDraft(ctx.db, member.id, key))) throw noDraft()
    return findLink(ctx.db, member.id, key)
  }),
  implement(shareDraft, async ({ params: { key }, body: { expiresInDays: days }, member, ctx }) => {
    const token = randomBytes(tokenBytes).toString('base64url')
    return found(await saveLink(ctx.db, member.id, key, { token, days }), 'Draft')
  }),
  implement(revokeDraftLink, async ({ params: { key }, member, ctx }) => {
    await removeLink(ctx.db, member.id, key)
    return null
  }),
  implement(getDraftComments, async ({ params: { key }, member, ctx }) => {
    if (!(await hasDraft(ctx.db, member.id, key))) throw noDraft()
    return { comments: await listDraftComments(ctx.db, { ownerId: member.id, key }) }
  }),
  implement(resolveDraftComment, async ({ params: { id }, body: { isResolved }, member, ctx }) => {
    const roles = await findRoles(ctx.db, id, member.id)
    if (!roles?.isOwner) throw new AppError('not_found', t('Comment not found'))
    await setResolved(ctx.db, id, isResolved)
    return found(await findDraftComment(ctx.db, id), 'Comment')
  }),
  implement(removeDraftComment, async ({ params: { id }, member, ctx }) => {
    const roles = await findRoles(ctx.db, id, member.id)
    if (!roles?.isOwner && !roles?.isWriter) throw new AppError('not_found', t('Comment not found'))
    await inTransaction(ctx.db, (db) => deleteDraftComment(db, id, member.id))
    return null
  }),
  implement(restoreDraftComment, (call) => restoreComment(call, call.params.id)),
  implement(getSharedDraft, async ({ params: { token }, ctx }) => found(await findSharedDraft(ctx, token), 'Draft')),
  implement(commentOnDraft, async (call) => {
    const { token } = call.params
    if (isForm(call)) return unchanged(await postForm(call, token))
    return created(await submitDraftComment(call, token, await jsonBody(call.request)))
  }),
]
