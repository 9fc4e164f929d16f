import { isOwnForm } from '#kernel/form-post.ts'
import { created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { jsonBody } from '#kernel/json-body.ts'
import { postForm } from './comment-form-post.ts'
import { getGuestbook, signGuestbook } from './guestbook.contract.ts'
import { listEntries } from './guestbook.store.ts'
import { submitComment } from './submit-comment.ts'

export const guestbookRoutes = [
  implement(getGuestbook, ({ query, member, ctx }) => listEntries(ctx.db, query, member)),
  implement(signGuestbook, async (call) => {
    if (isOwnForm(call)) return postForm(call, null)
    const { comment } = await submitComment(call, null, await jsonBody(call.request))
    return created(comment)
  }),
]
