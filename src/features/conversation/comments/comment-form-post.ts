import { AppError, toAppError } from '#kernel/errors.ts'
import type { Call } from '#kernel/http.ts'
import { escapeHtml } from '#kernel/html.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { logFault } from '#kernel/log.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { createComment, trapField } from './comments.contract.ts'
import { type Submission, submitComment } from './submit-comment.ts'

/** Far above the comment limit, so that an overlong comment can be shown again for editing. */
const maxFormBytes = 256 * 1024

/** Returns whether the request is a form that a browser without JavaScript submitted from this site. Forms from other
 *  sites are rejected like any other body that is not JSON. Behind a proxy, the Host header may differ from the public
 *  host. */
export function isOwnForm({ request: { headers }, ctx }: Pick<Call<unknown>, 'request' | 'ctx'>): boolean {
  const origin = URL.parse(headers.get('origin') ?? '')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')
  return isForm && origin !== null && [headers.get('host'), new URL(ctx.siteUrl).host].includes(origin.host)
}

/** Saves the comment and redirects to the post. If the comment is rejected, returns a page with the reasons and the
 *  filled-in form. */
export async function postForm(
  call: Submission & Pick<Call<unknown>, 'request' | 'log'>,
  postId: number,
): Promise<Response> {
  const bytes = await limitedBytes(call.request, maxFormBytes)
  if (!bytes) throw new AppError('too_large', 'The comment is too long.')
  const fields = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  try {
    await submitComment({ ...call, member: null }, postId, fields)
  } catch (reason) {
    const error = toAppError(reason)
    logFault(call.log, error, 'comment rejected')
    return rejectionPage(postId, fields, error)
  }
  const location = `${postAddress.href({ id: postId }, { comment: 'sent' })}#comments`
  return new Response(null, { status: 303, headers: { location } })
}

function rejectionPage(postId: number, fields: Record<string, string>, error: AppError): Response {
  const entered = (name: string) => escapeHtml(fields[name] ?? '')
  const { issues, retryAfterSeconds } = error.details
  const faults = issues?.map(({ message }) => message) ?? [error.message]
  const body = `<ul>${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')}</ul>
<form method="post" action="${createComment.href({ id: postId })}">
<p><label>Name<br><input name="authorName" maxlength="100" autocomplete="name" value="${entered('authorName')}"></label></p>
<p><label>Website (optional)<br><input name="authorUrl" type="url" maxlength="2000" autocomplete="url" value="${entered('authorUrl')}"></label></p>
<p><label>Comment<br><textarea name="content" rows="12">
${entered('content')}</textarea></label></p>
<input type="hidden" name="${trapField}" value="${entered(trapField)}">
<p><button>Post comment</button></p>
</form>
<p><a href="${postAddress.href({ id: postId })}">Back to the post</a></p>`
  const response = plainPage('Your comment was not sent', body, error.status)
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}
