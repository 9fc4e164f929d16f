import { AppError } from './errors.ts'
import type { Call } from './http.ts'
import { escapeHtml } from './html.ts'
import { limitedBytes } from './limited-bytes.ts'
import { plainPage } from './plain-page.ts'

/** Far above the text length limits, so that an overlong text can be shown again for editing. */
const maxFormBytes = 256 * 1024

/** Returns whether the request is a form that a browser without JavaScript submitted from this site. Forms from other
 *  sites are rejected like any other body that is not JSON. Behind a proxy, the Host header may differ from the public
 *  host. */
export function isOwnForm({ request: { headers }, ctx }: Pick<Call<unknown>, 'request' | 'ctx'>): boolean {
  const origin = URL.parse(headers.get('origin') ?? '')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')
  return isForm && origin !== null && [headers.get('host'), new URL(ctx.siteUrl).host].includes(origin.host)
}

/** Returns the fields of a form. @throws AppError too_large */
export async function formFields(request: Request, tooLong: string): Promise<Record<string, string>> {
  const bytes = await limitedBytes(request, maxFormBytes)
  if (!bytes) throw new AppError('too_large', tooLong)
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
}

/** Returns a page that shows the reasons for an error above the form, for browsers without JavaScript.
 *  @param form the form as HTML, with the values that the visitor entered */
export function rejectedForm(title: string, form: string, error: AppError): Response {
  const { issues, retryAfterSeconds } = error.details
  const faults = issues?.map(({ message }) => message) ?? [error.message]
  const list = faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')
  const response = plainPage(title, `<ul>${list}</ul>\n${form}`, error.status)
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}
