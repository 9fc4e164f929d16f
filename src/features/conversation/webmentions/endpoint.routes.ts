import { t } from '#messages/messages.ts'
import { AppError, found, toAppError } from '#kernel/errors.ts'
import type { Call } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { logFault } from '#kernel/log.ts'
import { getWebmentionForm, getWebmentionPhoto, getWebmentionStatus, submitWebmention } from './endpoint.contract.ts'
import { formPage, rejectionPage, statusJson, statusPage, acceptedPage } from './endpoint-pages.ts'
import { receiveWebmention } from './receive-webmention.ts'
import { findPhoto } from './webmention-photos.store.ts'
import { findWebmentionStatus } from './webmentions.store.ts'

/** Enough for two escaped URLs. */
const maxFormBytes = 16 * 1024
const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const photoPattern = /^([0-9a-f]{64})\.webp$/

/** Open to everyone, without authentication. Source: Webmention, 3.2 */
export const webmentionEndpointRoutes = [
  implement(submitWebmention, submit),
  implement(getWebmentionForm, async ({ ctx }) => formPage(ctx.site.name)),
  implement(getWebmentionStatus, async ({ params: { key }, request, ctx }) => {
    const isKey = keyPattern.test(key)
    const mention = found(isKey ? await findWebmentionStatus(ctx.db, key, ctx.clock.now()) : null, 'Webmention')
    return wantsHtml(request) ? statusPage(ctx.site.name, mention) : statusJson(mention)
  }),
  implement(getWebmentionPhoto, async ({ params: { name }, ctx }) => {
    const hash = photoPattern.exec(name)?.[1]
    const { bytes } = found(hash ? await findPhoto(ctx.db, Buffer.from(hash, 'hex')) : null, 'Picture')
    return new Response(new Uint8Array(bytes), { headers: photoHeaders })
  }),
]

/** Cacheable forever: the URL contains the file's hash. The file cannot contain scripts. */
const photoHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get('accept') ?? '')

async function submit(call: Pick<Call<unknown>, 'ctx' | 'request' | 'consume' | 'log'>): Promise<Response> {
  const { request, ctx } = call
  const sent = await fieldsOf(request)
  try {
    const key = await receiveWebmention(call, sent)
    const location = ctx.siteUrl + getWebmentionStatus.href({ key })
    if (wantsHtml(request)) return acceptedPage(ctx.site.name, location)
    return new Response(`Accepted. Status: ${location}\n`, { status: 201, headers: { ...text, location } })
  } catch (reason) {
    return rejection(call, sent, toAppError(reason))
  }
}

const text = { 'content-type': 'text/plain; charset=utf-8' }

/** Responds with the error as a page, JSON, or a line of text, whichever the caller accepts. */
function rejection(
  { request, ctx: { site }, log }: Pick<Call<unknown>, 'ctx' | 'request' | 'log'>,
  sent: Record<string, string>,
  error: AppError,
): Response {
  const { retryAfterSeconds } = error.details
  if (/\bjson\b/i.test(request.headers.get('accept') ?? '')) throw error
  logFault(log, error, 'webmention rejected')
  const { source = '', target = '' } = sent
  const response = wantsHtml(request)
    ? rejectionPage(site.name, { source, target }, error.message, error.status)
    : new Response(`${error.message}\n`, { status: error.status, headers: text })
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  return response
}

async function fieldsOf(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_type', t('Send source and target as application/x-www-form-urlencoded.'))
  const bytes = await limitedBytes(request, maxFormBytes)
  if (!bytes) throw new AppError('too_large', t('The request body is too large. Send only the source and target URLs.'))
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
}
