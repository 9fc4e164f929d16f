import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, asAnyone, asMember, created, type Member, route } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { lookAtLinksOf } from '#features/sent-webmentions/sent-webmentions.contract.ts'
import { CommentListQuery, commentPath, commentsPath } from './comments.contract.ts'
import { isOwnForm, takeForm } from './comment-form-post.ts'
import { deleteComment, findComment, findCommentedPost, listComments } from './comments.store.ts'
import { submitComment } from './submit-comment.ts'

export const commentRoutes = [
  route(
    'GET',
    commentsPath(':id'),
    asAnyone(async ({ params, query, member, ctx }) => {
      const postId = IdText.parse(params.id)
      const wanted = CommentListQuery.parse(query)
      const post = found(await findCommentedPost(ctx.db, postId), 'Post')
      if (wanted.status === 'pending')
        allowed(mayModerate(member, post.ownerId), 'Only the author of the post may do this.')
      return listComments(ctx.db, postId, wanted, member)
    }),
  ),
  route(
    'POST',
    commentsPath(':id'),
    asAnyone(async (call) => {
      const postId = IdText.parse(call.params.id)
      if (isOwnForm(call)) return takeForm(call, postId)
      return created(await submitComment(call, postId, await call.body()))
    }),
  ),
  route(
    'DELETE',
    commentPath(':id'),
    asMember(async ({ params, member, ctx }) => {
      const comment = found(await findComment(ctx.db, IdText.parse(params.id), member), 'Comment')
      // What waits is nobody's business but its author's and the moderators'.
      if (!comment.canDelete && !comment.published) throw new AppError('not_found', 'Comment not found')
      allowed(comment.canDelete, 'You can only delete your own comments.')
      await inTransaction(ctx.db, async (db) => {
        await deleteComment(db, comment.id, member.id)
        await enqueue(db, ...lookAtLinksOf({ postId: comment.postId, commentId: comment.id }, ctx.clock.now()))
      })
      await ctx.announce('posts', 'removals')
      return null
    }),
  ),
]

/** Whether the member decides about what is said under the post. Source: decisions, who may do what. */
const mayModerate = (member: Member | null, ownerId: number): boolean =>
  member !== null && (member.role === 'admin' || member.id === ownerId)
