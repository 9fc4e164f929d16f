import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { AppError, toAppError } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/html.ts'
import { type Log, logFault } from '#kernel/log.ts'
import { plainPage } from '#kernel/plain-page.ts'
import { matchPage, notFoundPath } from '#pages/pages.ts'
import type { App } from './http.ts'
import type { CachedRoutes } from './cached-routes.ts'
import type { KnownPages } from './known-pages.ts'
import type { PageCache } from './page-cache.ts'
import type { PageLimits } from './page-limits.ts'
import { pageAddress } from './pages.ts'
import { hasValidHost } from './request-host.ts'
import { sendStored, type StoredResponse } from './stored-response.ts'

export interface ListenerOptions {
  app: App
  /** Path prefixes of the application, such as `/api`. All other paths are documents. */
  prefixes: string[]
  /** Routes whose responses are cached like pages. */
  cachedRoutes: Pick<CachedRoutes, 'addressOf' | 'isPersonal'>
  knownPages: KnownPages
  assets: Map<string, StoredResponse>
  pages: PageCache
  /** Limits the rendering of pages. @throws AppError rate_limited */
  pageLimits: PageLimits
  headers: Record<string, string>
  /** Returns the Content Security Policy of documents for the requested host. */
  policy: (host: string) => string
  log: Log
}

/** Handles every request: files and cached pages from memory, everything else with the application. */
export function createListener(options: ListenerOptions): RequestListener {
  const { app, prefixes, cachedRoutes, knownPages, assets, pages, headers, policy } = options
  const toApp = getRequestListener(app.fetch, { errorHandler: () => unreadable(headers) })
  const isOurs = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  const documentHeaders = (request: IncomingMessage) => ({
    ...headers,
    'content-security-policy': policy(request.headers.host ?? ''),
    'x-request-id': randomUUID(),
  })

  return (request, response) => {
    if (!hasValidHost(request)) return void refuseHost(response, headers)
    const target = originForm(request.url ?? '/')
    const path = target.split('?', 1)[0]!
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (isOurs(path)) return void toApp(request, response)
      const form = formAddress(request, target)
      return form ? sendBack(response, form, headers) : refuseMethod(response, headers)
    }
    if (request.headers.authorization !== undefined && cachedRoutes.isPersonal(path))
      return void toApp(request, response)
    const ready = pages.get(target)
    if (ready) return sendStored(request, response, ready, documentHeaders(request))
    const asset = assets.get(path)
    if (asset) return sendStored(request, response, asset, headers)
    const url = urlAt(target)
    const cachedUrl = url && cachedRoutes.addressOf(url)
    if (!cachedUrl && isOurs(path) && !matchPage(path)) return void toApp(request, response)
    const address = cachedUrl ?? (url ? pageAddress(url) : notFoundPath)
    const known = address === notFoundPath && url ? knownPages(url.pathname) : address
    return void sendDocument(request, response, known, documentHeaders(request), options)
  }
}

/** Returns the path and query of a request target. Clients of proxies send an absolute URL. */
function originForm(target: string): string {
  const url = target.startsWith('/') ? null : URL.parse(target)
  return url ? url.pathname + url.search : target
}

/** Parses the target. Two leading slashes do not start a host. */
const urlAt = (target: string): URL | null => (target.startsWith('/') ? URL.parse(`http://here${target}`) : null)

/** Responds to requests that cannot be a `Request`: an invalid host, or a method that no browser sends. */
function unreadable(headers: Record<string, string>): Response {
  const { code, message, status } = new AppError('invalid_input', 'The request is invalid.')
  const requestId = randomUUID()
  const own = { 'cache-control': 'no-store', 'x-request-id': requestId }
  return Response.json({ code, message, requestId }, { status, headers: { ...headers, ...own } })
}

async function refuseHost(response: ServerResponse, headers: Record<string, string>): Promise<void> {
  const refusal = unreadable(headers)
  response.writeHead(refusal.status, { ...Object.fromEntries(refusal.headers), connection: 'close' })
  response.end(await refusal.text())
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

/** Returns the page's URL if a browser submitted a form to it before hydration, otherwise null. */
function formAddress({ method, headers }: IncomingMessage, target: string): string | null {
  if (method !== 'POST' || !formTypes.test(headers['content-type'] ?? '')) return null
  const url = urlAt(target)
  return url && matchPage(url.pathname) ? url.pathname + url.search : null
}

/** Redirects to the page, discarding the form's content, which must not appear in the URL. */
function sendBack(response: ServerResponse, location: string, headers: Record<string, string>): void {
  response.writeHead(303, { ...headers, location, 'cache-control': 'no-store', 'content-length': 0 })
  response.end()
}

function refuseMethod(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(405, { ...headers, allow: 'GET, HEAD', 'content-type': 'text/plain', connection: 'close' })
  response.end('This URL only supports GET and HEAD.')
}

async function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  given: string | Promise<string>,
  headers: Record<string, string>,
  { pages, pageLimits, log }: ListenerOptions,
): Promise<void> {
  try {
    const address = await given
    if (!pages.get(address)) await pageLimits(request, address)
    sendStored(request, response, await pages.getOrRender(address), headers)
  } catch (reason) {
    const error = toAppError(reason)
    logFault(log, error, 'page failed', { requestId: headers['x-request-id'], path: request.url })
    const retryAfter = error.details.retryAfterSeconds
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    const page = faultPage(error, headers['x-request-id']!)
    response.writeHead(page.status, { ...headers, ...Object.fromEntries(page.headers), 'cache-control': 'no-store' })
    response.end(await page.text())
  }
}

/** The page shown when rendering fails: plain HTML with the request id, to find the error in the log. */
const faultPage = ({ message, status }: AppError, requestId: string) =>
  plainPage(
    'Something went wrong',
    `<p>${escapeHtml(message)}</p>
<p><a href="/">Back to Home</a></p>
<p><small>Request ${escapeHtml(requestId)}</small></p>`,
    status,
  )
