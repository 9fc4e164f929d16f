import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
// `getRequestListener` replaces the global Response. RESPONSE_ALREADY_SENT must be created first: an instance of the
// replacement would be sent a second time.
import '@hono/node-server/utils/response'
import { AppError, toAppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { Locale } from '#messages/locales.ts'
import { t } from '#messages/messages.ts'
import { currentRequestId, type Trace, traceEndpoint, traceLocale, withTrace } from '#kernel/trace.ts'
import { checkHealth, checkReadiness } from '#features/admin/health/health.contract.ts'
import { getMetrics } from '#features/admin/metrics/metrics.contract.ts'
import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { Page } from '#pages/page.ts'
import { matchPage, notFoundPath } from '#pages/pages.ts'
import { textOf } from './body-parts.ts'
import type { App } from './http.ts'
import type { CachedRoutes } from './cached-routes.ts'
import type { createDocumentAddress } from './document-address.ts'
import { sendFault } from './fault-page.ts'
import { framable } from './headers.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { PageCache, RenderedPage } from './page-cache.ts'
import type { PageLimits } from './page-limits.ts'
import type { Redirects } from './redirects.ts'
import { hasValidHost } from './request-host.ts'
import { previewPattern, type SettingsPreviews } from './settings-preview.ts'
import { type Assets, siteFilePaths } from './site-files.ts'
import { sendStored, type StoredResponse } from './stored-response.ts'

export interface ListenerOptions {
  app: Pick<App, 'fetch'>
  /** Refreshes the site's settings, so that each request uses the current ones. */
  settings: Pick<LiveSiteSettings, 'refresh'>
  /** Returns the language for a reader. Null: the site's. */
  localeOf: (headers: IncomingHttpHeaders) => Locale | null
  /** Distinguishes documents from requests that only the application handles. */
  documents: ReturnType<typeof createDocumentAddress>
  /** Reports whether members get their own, uncached responses. */
  isPersonal: CachedRoutes['isPersonal']
  redirects: Redirects
  assets: Assets
  pages: PageCache
  /** Pages with settings that are not saved yet. */
  previews: SettingsPreviews
  /** Renders a page that must not be cached. */
  renderPage: (address: string) => Promise<RenderedPage>
  /** Rejects requests during an overload. Files and cached pages are still served. */
  loadShedding: Pick<LoadShedding, 'admit'>
  /** Limits page rendering. @throws AppError rate_limited */
  pageLimits: PageLimits
  headers: Record<string, string>
  /** Returns additional document headers for the requested host, such as the Content Security Policy. */
  documentHeaders: (host: string) => Record<string, string>
  log: Log
  metrics: Pick<Metrics, 'requestStarted' | 'requestEnded' | 'cacheLookup'>
}

/** Handles every request: serves files and cached pages from memory, and passes everything else to the application.
 *  Each request has an id and is measured. */
export function createListener(options: ListenerOptions): RequestListener {
  const { documents, isPersonal, redirects, assets, pages, previews, headers, metrics } = options
  const { isOurs, documentAddress } = documents
  const toApp = getRequestListener(appWithRedirects(options), {
    errorHandler: () => unreadable(headers),
  })
  const documentHeaders = (request: IncomingMessage) => ({
    ...withRequestId(headers),
    ...options.documentHeaders(request.headers.host ?? ''),
  })

  function answer(request: IncomingMessage, response: ServerResponse, target: string, url: URL | null) {
    const stale = siteFilePaths.has(pathOf(target)) ? options.settings.refresh() : undefined
    if (!stale) return answerCurrent(request, response, target, url)
    return void stale.then(() => answerCurrent(request, response, target, url))
  }

  function answerCurrent(request: IncomingMessage, response: ServerResponse, target: string, url: URL | null) {
    const path = pathOf(target)
    if (request.headers.authorization !== undefined && isPersonal(path)) return void toApp(request, response)
    const ready = pages.get(target)
    if (ready && ready.status !== 404) {
      metrics.cacheLookup('hit')
      return sendCached(request, response, ready, documentHeaders(request))
    }
    const asset = assets.get(path)
    if (asset) {
      traceEndpoint('files')
      if (asset instanceof Promise) return void sendGenerated(request, response, asset, options)
      return sendStored(request, response, asset, withRequestId(headers))
    }
    const address = documentAddress(url, path)
    if (address === null) return void toApp(request, response)
    return void sendDocument(request, response, { address, url }, documentHeaders(request), options)
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (!hasValidHost(request)) return void refuseHost(response, headers)
    const target = originForm(request.url ?? '/')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (isOurs(pathOf(target))) return void toApp(request, response)
      const form = formAddress(request, target)
      return form ? sendBack(response, form, headers) : refuseMethod(response, headers)
    }
    const url = urlAt(target)
    const preview = url && previews.at(url)
    if (preview) return void sendPreview(request, response, preview, options)
    const redirected = url?.search ? redirects.beforePage(url) : null
    if (!redirected) return answer(request, response, target, url)
    return void redirected.then((location) =>
      location === null ? answer(request, response, target, url) : sendMoved(response, location, headers),
    )
  }

  return (request, response) => {
    const trace: Trace = { requestId: randomUUID(), locale: options.localeOf(request.headers) }
    measure(request, response, trace, metrics)
    withTrace(trace, () => handle(request, response))
  }
}

/** Counts the request, and measures the time until the response has been sent or the connection is closed. */
function measure(
  { method = 'GET' }: IncomingMessage,
  response: ServerResponse,
  trace: Trace,
  metrics: ListenerOptions['metrics'],
): void {
  const startedMs = performance.now()
  metrics.requestStarted(trace)
  response.once('close', () => {
    const status = response.headersSent ? String(response.statusCode) : 'aborted'
    metrics.requestEnded(trace, { method, status, seconds: (performance.now() - startedMs) / 1000 })
  })
}

const withRequestId = (headers: Record<string, string>) => ({ ...headers, 'x-request-id': currentRequestId() })

function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  document: StoredResponse,
  headers: Record<string, string>,
): void {
  if (document.endpoint !== undefined) traceEndpoint(document.endpoint)
  sendStored(request, response, document, headers)
}

/** Sends a file once it has been generated. */
async function sendGenerated(
  request: IncomingMessage,
  response: ServerResponse,
  file: Promise<StoredResponse>,
  { headers: general, log }: ListenerOptions,
): Promise<void> {
  const headers = withRequestId(general)
  try {
    sendStored(request, response, await file, headers)
  } catch (reason) {
    await sendFault(request.url, response, toAppError(reason), headers, log)
  }
}

const pathOf = (target: string): string => target.split('?', 1)[0]!

/** Returns the application's handler, which redirects instead of returning 404 if a redirect rule matches. */
const appWithRedirects =
  ({ app, settings, redirects, headers, loadShedding }: ListenerOptions) =>
  async (...[request, ...rest]: Parameters<App['fetch']>): Promise<Response> => {
    const work = async () => app.fetch(request, ...rest)
    const current = async () => {
      await settings.refresh()
      return work()
    }
    const response = await (isProbe(request) ? work() : loadShedding.admit(current)).catch((reason: unknown) =>
      rejected(reason, headers),
    )
    if (response.status !== 404 || (request.method !== 'GET' && request.method !== 'HEAD')) return response
    const location = await redirects.insteadOfNotFound(new URL(request.url))
    return location === null ? response : new Response(null, { status: 301, headers: movedHeaders(location, headers) })
  }

/** Responds to probes even during an overload, because restarting an overloaded process would make matters worse. Also
 *  responds to requests for metrics, which show the overload. */
const isProbe = ({ url }: Request): boolean => probes.has(new URL(url).pathname)

/** Returns the response to a request rejected by load shedding. The application handles its own errors. */
function rejected(reason: unknown, headers: Record<string, string>): Response {
  const { code, message, status, details } = toAppError(reason)
  const own = { 'cache-control': 'no-store', 'retry-after': String(details.retryAfterSeconds ?? 1) }
  const requestId = currentRequestId()
  return Response.json({ code, message, requestId }, { status, headers: { ...withRequestId(headers), ...own } })
}

/** Responds only to probes and requests for metrics, for processes that serve no visitors. */
export const onlyProbes =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (probes.has(request.url ?? '')) return listener(request, response)
    response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end('This process does not serve pages.')
  }

const probes: ReadonlySet<string> = new Set([checkHealth.path, checkReadiness.path, getMetrics.path])

/** Browsers must revalidate each time, so that a redirect can be changed. */
const movedHeaders = (location: string, headers: Record<string, string>) => ({
  ...withRequestId(headers),
  location,
  'cache-control': 'no-cache',
})

function sendMoved(response: ServerResponse, location: string, headers: Record<string, string>): void {
  traceEndpoint('redirect')
  response.writeHead(301, { ...movedHeaders(location, headers), 'content-length': 0 })
  response.end()
}

/** Returns the path and query of a request target. Clients that use a proxy send an absolute URL. */
function originForm(target: string): string {
  const url = target.startsWith('/') ? null : URL.parse(target)
  return url ? url.pathname + url.search : target
}

/** Parses the target. Two leading slashes do not introduce a host. */
const urlAt = (target: string): URL | null => (target.startsWith('/') ? URL.parse(`http://here${target}`) : null)

/** Responds to requests that `Request` cannot represent: an invalid host, or a method that no browser sends. */
function unreadable(headers: Record<string, string>): Response {
  const { code, message, status } = new AppError('invalid_input', t('The request is invalid.'))
  const requestId = currentRequestId()
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
  response.writeHead(303, { ...withRequestId(headers), location, 'cache-control': 'no-store', 'content-length': 0 })
  response.end()
}

function refuseMethod(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(405, {
    ...withRequestId(headers),
    allow: 'GET, HEAD',
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  })
  response.end(t('This URL only supports GET and HEAD.'))
}

interface Requested {
  /** The canonical URL of the document. */
  address: string
  url: URL | null
}

async function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { address: given, url }: Requested,
  headers: Record<string, string>,
  options: ListenerOptions,
): Promise<void> {
  const { documents, pages, pageLimits, redirects, metrics } = options
  const page = matchPage(given.split('?', 1)[0]!)?.page
  if (page) traceEndpoint(page.address.path)
  if (page?.isPrivate) return sendPrivate(request, response, { address: given, page }, headers, options)
  const moved = async (isCertain: boolean) => (url ? redirects.insteadOfNotFound(url, isCertain) : null)
  try {
    const address = await documents.settled(given, url)
    const known = address === notFoundPath ? await moved(true) : null
    if (known !== null) return sendMoved(response, known, options.headers)
    const cached = pages.get(address)
    metrics.cacheLookup(cached ? 'hit' : 'miss')
    const render = async () => {
      await pageLimits(request, address)
      // Administrators may have changed the language since the last request.
      await options.settings.refresh()
      traceLocale(options.localeOf(request.headers))
      return pages.getOrRender(address)
    }
    const document = cached ?? (await options.loadShedding.admit(render).catch(lastKnownInstead(pages, address)))
    const location = document.status === 404 && address !== notFoundPath ? await moved(true) : null
    if (location !== null) return sendMoved(response, location, options.headers)
    sendCached(request, response, document, headers)
  } catch (reason) {
    const error = toAppError(reason)
    const location = error.code === 'not_ready' ? await moved(false) : null
    if (location !== null) return sendMoved(response, location, options.headers)
    await sendFault(request.url, response, error, headers, options.log)
  }
}

/** Returns a handler for overloads that responds with the last known page, if there is one. */
const lastKnownInstead =
  (pages: PageCache, address: string) =>
  (reason: unknown): StoredResponse => {
    const last = toAppError(reason).code === 'not_ready' ? pages.lastKnown(address, 'overload') : null
    if (last) return last
    throw reason
  }

/** Serves a page with a secret URL: renders it for this request and neither stores nor logs it. */
async function sendPrivate(
  request: IncomingMessage,
  response: ServerResponse,
  { address, page }: { address: string; page: Page },
  headers: Record<string, string>,
  { renderPage, pageLimits, loadShedding, log }: ListenerOptions,
): Promise<void> {
  try {
    const rendered = await loadShedding.admit(async () => {
      await pageLimits(request, address)
      return renderPage(address)
    })
    sendUncached(request, response, { ...rendered, body: textOf(rendered.body) }, headers)
  } catch (reason) {
    await sendFault(page.address.path, response, toAppError(reason), headers, log)
  }
}

/** Serves a page or file with settings that are not saved yet. Its URL is secret, too. */
async function sendPreview(
  request: IncomingMessage,
  response: ServerResponse,
  preview: NonNullable<ReturnType<SettingsPreviews['at']>>,
  { headers: general, previews, pageLimits, loadShedding, log }: ListenerOptions,
): Promise<void> {
  const headers = withRequestId(general)
  traceEndpoint(previewPattern)
  try {
    const rendered = await loadShedding.admit(async () => {
      await pageLimits(request, preview.url.pathname)
      return previews.respond(preview, request.headers)
    })
    sendUncached(request, response, rendered, headers)
  } catch (reason) {
    await sendFault(previewPattern, response, toAppError(reason), headers, log, framable)
  }
}

function sendUncached(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: { status: number; headers: Record<string, string>; body: string | Buffer },
  headers: Record<string, string>,
): void {
  response.writeHead(status, { ...headers, ...own, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
