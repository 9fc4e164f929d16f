import { t } from '#messages/messages.ts'
import { toAppError } from '#kernel/errors.ts'
import { formFields, rejectedForm } from '#kernel/form-post.ts'
import type { Call } from '#kernel/http.ts'
import { escapeHtml } from '#kernel/html.ts'
import { logFault } from '#kernel/log.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { createComment, trapField } from './comments.contract.ts'
import { guestbookAddress } from './guestbook-addresses.contract.ts'
import { signGuestbook } from './guestbook.contract.ts'
import { type Submission, submitComment } from './submit-comment.ts'

/** Saves the comment and redirects to the post or, without one, the guestbook. If the comment is rejected, returns a page with the reasons and the
 *  filled-in form. */
export async function postForm(
  call: Submission & Pick<Call<unknown>, 'request' | 'log'>,
  postId: number | null,
): Promise<Response> {
  const target = postId === null ? guestbook() : post(postId)
  const fields = await formFields(call.request, t('The comment is too long.'))
  try {
    await submitComment({ ...call, member: null }, postId, fields)
  } catch (reason) {
    const error = toAppError(reason)
    logFault(call.log, error, 'comment rejected')
    return rejectedForm(target.failed, filledForm(target, fields), error)
  }
  return new Response(null, { status: 303, headers: { location: target.sent } })
}

/** What the form is for. */
interface Target {
  action: string
  /** The label of the text. */
  label: string
  submit: string
  failed: string
  /** The URL to redirect to. */
  sent: string
  back: { href: string; label: string }
}

const post = (id: number): Target => ({
  action: createComment.href({ id }),
  label: t('Comment'),
  submit: t('Post comment'),
  failed: t('Your comment was not sent'),
  sent: `${postAddress.href({ id }, { comment: 'sent' })}#comments`,
  back: { href: postAddress.href({ id }), label: t('Back to the post') },
})

const guestbook = (): Target => ({
  action: signGuestbook.path,
  label: t('Message'),
  submit: t('Sign guestbook'),
  failed: t('Your message was not sent'),
  sent: guestbookAddress.href({ message: 'sent' }),
  back: { href: guestbookAddress.href(), label: t('Back to the guestbook') },
})

function filledForm({ action, label, submit, back }: Target, fields: Record<string, string>): string {
  const entered = (name: string) => escapeHtml(fields[name] ?? '')
  return `<form method="post" action="${action}">
<p><label>${t('Name')}<br><input name="authorName" maxlength="100" autocomplete="name" value="${entered('authorName')}"></label></p>
<p><label>${t('Website (optional)')}<br><input name="authorUrl" type="url" maxlength="2000" autocomplete="url" value="${entered('authorUrl')}"></label></p>
<p><label>${label}<br><textarea name="content" rows="12">
${entered('content')}</textarea></label></p>
<input type="hidden" name="${trapField}" value="${entered(trapField)}">
<p><button>${submit}</button></p>
</form>
<p><a href="${back.href}">${back.label}</a></p>`
}
