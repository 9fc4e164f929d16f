import { toAppError } from '#kernel/errors.ts'
import { formFields, rejectedForm } from '#kernel/form-post.ts'
import type { Call } from '#kernel/http.ts'
import { escapeHtml } from '#kernel/html.ts'
import { logFault } from '#kernel/log.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { createComment, trapField } from './comments.contract.ts'
import { type Submission, submitComment } from './submit-comment.ts'

/** Saves the comment and redirects to the post. If the comment is rejected, returns a page with the reasons and the
 *  filled-in form. */
export async function postForm(
  call: Submission & Pick<Call<unknown>, 'request' | 'log'>,
  postId: number,
): Promise<Response> {
  const fields = await formFields(call.request, 'comment')
  try {
    await submitComment({ ...call, member: null }, postId, fields)
  } catch (reason) {
    const error = toAppError(reason)
    logFault(call.log, error, 'comment rejected')
    return rejectedForm('Your comment was not sent', filledForm(postId, fields), error)
  }
  const location = `${postAddress.href({ id: postId }, { comment: 'sent' })}#comments`
  return new Response(null, { status: 303, headers: { location } })
}

function filledForm(postId: number, fields: Record<string, string>): string {
  const entered = (name: string) => escapeHtml(fields[name] ?? '')
  return `<form method="post" action="${createComment.href({ id: postId })}">
<p><label>Name<br><input name="authorName" maxlength="100" autocomplete="name" value="${entered('authorName')}"></label></p>
<p><label>Website (optional)<br><input name="authorUrl" type="url" maxlength="2000" autocomplete="url" value="${entered('authorUrl')}"></label></p>
<p><label>Comment<br><textarea name="content" rows="12">
${entered('content')}</textarea></label></p>
<input type="hidden" name="${trapField}" value="${entered(trapField)}">
<p><button>Post comment</button></p>
</form>
<p><a href="${postAddress.href({ id: postId })}">Back to the post</a></p>`
}
