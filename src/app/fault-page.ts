import type { ServerResponse } from 'node:http'
import type { AppError } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/html.ts'
import { type Log, logFault } from '#kernel/log.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { t } from '#messages/messages.ts'

/** Responds to a request for a page or file that failed. @param adapt changes the headers */
export async function sendFault(
  path: string | undefined,
  response: ServerResponse,
  error: AppError,
  headers: Record<string, string>,
  log: Log,
  adapt = (all: Record<string, string>) => all,
): Promise<void> {
  logFault(log, error, 'page failed', { path })
  const retryAfter = error.details.retryAfterSeconds
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  const page = faultPage(error, headers['x-request-id']!)
  const own = adapt({ ...headers, ...Object.fromEntries(page.headers), 'cache-control': 'no-store' })
  response.writeHead(page.status, own)
  response.end(await page.text())
}

/** The page shown when rendering fails: plain HTML with the request id, which identifies the error in the log. */
const faultPage = ({ message, status }: AppError, requestId: string) =>
  plainPage(
    t('Something went wrong'),
    `<p>${escapeHtml(message)}</p>
<p><a href="/">${t('Back to Home')}</a></p>
<p><small>${escapeHtml(t('Request ID: {requestId}', { requestId }))}</small></p>`,
    status,
  )
