import { t } from '#messages/messages.ts'
import { toAppError } from '#kernel/errors.ts'
import { formFields, rejectedForm } from '#kernel/form-post.ts'
import type { Call } from '#kernel/http.ts'
import { escapeHtml } from '#kernel/html.ts'
import { logFault } from '#kernel/log.ts'
import { trapField } from '#features/conversation/comments/comments.contract.ts'
import { contactAddress } from './contact-addresses.contract.ts'
import { sendMessage } from './contact-messages.contract.ts'
import { type Submission, submitMessage } from './submit-message.ts'

/** Saves the message and redirects to the contact page. If the message is rejected, returns a page with the reasons and
 *  the filled-in form. */
export async function postForm(call: Submission & Pick<Call<unknown>, 'request' | 'log'>): Promise<Response> {
  const fields = await formFields(call.request, t('The message is too long.'))
  try {
    await submitMessage({ ...call, member: null }, fields)
  } catch (reason) {
    const error = toAppError(reason)
    if (error.code === 'not_found') throw error
    logFault(call.log, error, 'message rejected')
    return rejectedForm(t('Your message was not sent'), filledForm(fields), error)
  }
  return new Response(null, { status: 303, headers: { location: contactAddress.href({ message: 'sent' }) } })
}

function filledForm(fields: Record<string, string>): string {
  const entered = (name: string) => escapeHtml(fields[name] ?? '')
  return `<form method="post" action="${sendMessage.path}">
<p><label>${t('Name')}<br><input name="name" maxlength="100" autocomplete="name" value="${entered('name')}"></label></p>
<p><label>${t('Email')}<br><input name="email" type="email" maxlength="254" autocomplete="email" value="${entered('email')}"></label></p>
<p><label>${t('Message')}<br><textarea name="message" rows="12">
${entered('message')}</textarea></label></p>
<input type="hidden" name="${trapField}" value="${entered(trapField)}">
<p><button>${t('Send message')}</button></p>
</form>
<p><a href="${contactAddress.href()}">${t('Back to the contact page')}</a></p>`
}
