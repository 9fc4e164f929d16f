import { t } from '#messages/messages.ts'
import { trapField } from '#features/conversation/comments/comments.contract.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import type { Call } from '#kernel/http.ts'
import { escapeHtml } from '#kernel/html.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { logFault } from '#kernel/log.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { sharedDraftAddress } from './shared-draft-addresses.contract.ts'
import { commentOnDraft } from './shared-drafts.contract.ts'
import { type DraftSubmission, submitDraftComment } from './submit-draft-comment.ts'

/** Far above the limit for comments, so that a comment that is too long can be redisplayed. */
const maxFormBytes = 256 * 1024

/** Reports whether the request is a form submitted by a browser without JavaScript. For pages that send no referrer,
 *  the origin is `null`, as it is for a sandbox on another site. That is safe, because the token in the URL alone
 *  authorizes the comment. */
export function isForm({ request: { headers }, ctx }: Pick<Call<unknown>, 'request' | 'ctx'>): boolean {
  const origin = headers.get('origin') ?? ''
  const host = URL.parse(origin)?.host
  const isOwn = host !== undefined && [headers.get('host'), new URL(ctx.siteUrl).host].includes(host)
  return (
    /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '') && (isOwn || origin === 'null')
  )
}

/** Saves the comment and redirects to the draft. If the comment is rejected, returns a page with the reasons and the
 *  filled-in form. */
export async function postForm(
  call: DraftSubmission & Pick<Call<unknown>, 'request' | 'log'>,
  token: string,
): Promise<Response> {
  const bytes = await limitedBytes(call.request, maxFormBytes)
  if (!bytes) throw new AppError('too_large', t('The comment is too long.'))
  const fields = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  try {
    await submitDraftComment({ ...call, member: null }, token, fields)
  } catch (reason) {
    const error = toAppError(reason)
    logFault(call.log, error, 'comment on a draft rejected')
    return withoutReferrer(rejectionPage(token, fields, error))
  }
  const location = `${sharedDraftAddress.href({ token }, { comment: 'sent' })}#comments`
  return withoutReferrer(new Response(null, { status: 303, headers: { location } }))
}

function rejectionPage(token: string, fields: Record<string, string>, error: AppError): Response {
  const entered = (name: string) => escapeHtml(fields[name] ?? '')
  const { issues, retryAfterSeconds } = error.details
  const faults = issues?.map(({ message }) => message) ?? [error.message]
  const trap = fields[trapField]
    ? `<p><label>${escapeHtml(t('Leave this empty'))}<br><input name="${trapField}" value="${entered(trapField)}"></label></p>`
    : ''
  const body = `<ul>${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')}</ul>
<form method="post" action="${commentOnDraft.href({ token })}">
<p><label>${escapeHtml(t('Name'))}<br><input name="authorName" maxlength="100" autocomplete="name" value="${entered('authorName')}"></label></p>
<p><label>${escapeHtml(t('Comment'))}<br><textarea name="content" rows="12">
${entered('content')}</textarea></label></p>
${trap}<p><button>${escapeHtml(t('Send comment'))}</button></p>
</form>
<p><a href="${sharedDraftAddress.href({ token })}">${escapeHtml(t('Back to the draft'))}</a></p>`
  const response = plainPage(t('Your comment was not sent'), body, error.status)
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

function withoutReferrer(response: Response): Response {
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}
