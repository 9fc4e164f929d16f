import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { isOwnForm } from '#kernel/form-post.ts'
import { allowed, created, type Member, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { jsonBody } from '#kernel/json-body.ts'
import { mayModerate } from '#schemas/roles.contract.ts'
import { createComment, getComments, removeComment, restoreComment } from './comments.contract.ts'
import { detailsOf } from './comment-audit.ts'
import { commentHidden, commentPublished } from './comments.events.ts'
import { postForm } from './comment-form-post.ts'
import { deleteComment, findComment, findCommentTarget, listComments, undoDeletion } from './comments.store.ts'
import { submitComment } from './submit-comment.ts'

export const commentRoutes = [
  implement(getComments, async ({ params: { id }, query, member, ctx }) => {
    const post = found(await findCommentTarget(ctx.db, id), 'Post')
    if (query.status === 'pending')
      allowed(moderatesPost(member, post.ownerId), t('Only the author of the post may do this.'))
    return listComments(ctx.db, id, query, member)
  }),
  implement(createComment, async (call) => {
    const { id } = call.params
    if (isOwnForm(call)) return unchanged(await postForm(call, id)) // forms never publish immediately
    const { comment, isNew } = await submitComment(call, id, await jsonBody(call.request))
    return created(comment, { hasChanged: isNew && comment.published })
  }),
  implement(removeComment, async ({ params, member, ctx }) => {
    const comment = found(await findComment(ctx.db, params.id, member), 'Comment')
    // Only the author and moderators may know that a pending comment, or an entry in a guestbook that is off, exists.
    const isShown = comment.published && (comment.postId !== null || ctx.siteSettings.isOn('guestbook'))
    if (!comment.canDelete && !isShown) throw new AppError('not_found', t('Comment not found'))
    allowed(comment.canDelete, t('You can only delete your own comments.'))
    await inTransaction(ctx.db, async (db) => {
      await deleteComment(db, comment.id, member.id)
      if (comment.user?.id !== member.id)
        await audit(db, {
          action: 'comment.deleted',
          actor: member.id,
          subjectId: comment.user?.id ?? null,
          target: `comment ${comment.id}`,
          details: detailsOf(comment),
        })
      if (comment.postId !== null) await ctx.emit(db, commentHidden, { postId: comment.postId, commentId: comment.id })
    })
    return null
  }),
  implement(restoreComment, ({ params: { id }, member, ctx }) =>
    inTransaction(ctx.db, async (db) => {
      const { status } = found(await undoDeletion(db, id, member.id), 'Comment')
      const comment = found(await findComment(db, id, member), 'Comment')
      // The member may no longer be a moderator.
      allowed(comment.canDelete, t('You can only restore comments that you may delete.'))
      if (comment.user?.id !== member.id)
        await audit(db, {
          action: `comment.${status}`,
          actor: member.id,
          subjectId: comment.user?.id ?? null,
          target: `comment ${id}`,
          details: detailsOf(comment),
        })
      if (comment.published && comment.postId !== null)
        await ctx.emit(db, commentPublished, {
          postId: comment.postId,
          commentId: id,
          isNew: false,
          mayHaveLinks: true,
        })
      return comment
    }),
  ),
]

/** Returns whether the member moderates comments on the post. Source: docs/product.md, Permissions. */
const moderatesPost = (member: Member | null, ownerId: number): boolean =>
  member !== null && (mayModerate(member) || member.id === ownerId)
