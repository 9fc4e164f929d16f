import { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { retryRead } from '#kernel/db.ts'
import { type EndpointFacts, isMedia } from '#kernel/endpoint.contract.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import { EventStream } from '#kernel/event-stream.ts'
import {
  type Call,
  type Context,
  type Member,
  Reply,
  requireSecondFactor,
  type Route,
  type RouteOptions,
} from '#kernel/http.ts'
import { jsonBody } from '#kernel/json-body.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import { limitsOf, tooMany } from '#kernel/limits.ts'
import type { Limit } from '#kernel/limits.contract.ts'
import { networkOf } from '#kernel/networks.ts'
import { type Log, logFault } from '#kernel/log.ts'
import type { Topic } from '#kernel/topics.contract.ts'
import { currentRequestId, currentTrace, traceEndpoint, withTrace } from '#kernel/trace.ts'
import { clientAddress } from './client-address.ts'
import { answerWithEvents } from './event-answer.ts'
import { securityHeaders } from './headers.ts'
import { mayModerate, mayPublish } from '#schemas/roles.contract.ts'

export interface HttpOptions {
  ctx: Context
  siteUrl: string
  trustProxyHops: number
  rateLimits: boolean
  /** Validates every response against its endpoint; for tests. */
  checksAnswers?: boolean
}
/** A handler for a path prefix with its own protocol, such as the embedded identity and storage providers. */
export interface Mount {
  prefix: string
  isBusy?: RouteOptions['isBusy']
  section?: RouteOptions['section']
  handle: (request: Request, caller: { ip: string }) => Promise<Response>
}
interface Env {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; ip: string; log: Log; headers: Record<string, string>; isBusy?: boolean }
}
export type App = Hono<Env>
type Incoming = HonoContext<Env>

/** Combines routes and mounts into one application, with request ids, limits, permissions, errors, and headers. */
export function createApp(routes: Route[], mounts: Mount[], options: HttpOptions): App {
  const app: App = new Hono()
  const headers = securityHeaders(options)
  const loggedPath = pathWithoutSecrets(routes)
  app.use((_c, next) => (currentTrace() ? next() : withTrace({ requestId: currentRequestId() }, next)))
  app.use(async (c, next) => {
    const requestId = currentRequestId()
    c.set('requestId', requestId)
    c.set('log', options.ctx.log)
    c.set(
      'ip',
      clientAddress(
        c.env?.incoming?.socket.remoteAddress,
        c.req.header('x-forwarded-for') ?? null,
        options.trustProxyHops,
      ),
    )
    const startedMs = performance.now()
    await next()
    addHeaders(c, headers)
    const ms = Math.round(performance.now() - startedMs)
    const isNews = c.res.status >= 400 || !c.get('isBusy')
    c.get('log')[isNews ? 'info' : 'debug'](
      { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms },
      'answered',
    )
  })
  for (const one of routes) {
    const once = (c: Incoming) => answer(c, one, options, headers)
    app.on(one.method, one.path, one.method === 'GET' ? (c) => retryRead(() => once(c)) : once)
  }
  for (const path of new Set(routes.map((one) => one.path)))
    app.all(path, (c) => refuseMethod(c, routes, path, options.ctx))
  for (const { prefix, isBusy = false, section, handle } of mounts) {
    app.all(`${prefix}/*`, (c) => {
      c.set('isBusy', isBusy)
      traceEndpoint(`${prefix}/*`)
      refuseIfOff(section, options.ctx)
      return handle(c.req.raw, { ip: c.get('ip') })
    })
  }
  app.notFound((c) => refuse(c, nothingHere()))
  app.onError((reason, c) => refuse(c, reason))
  return app
}

/** Adds the request's id and the headers that the response does not have. */
function addHeaders(c: Incoming, headers: Record<string, string>): void {
  if (c.res === RESPONSE_ALREADY_SENT) return
  const requestId = c.get('requestId')
  try {
    // Hono's own method copies the whole response for each header.
    c.res.headers.set('x-request-id', requestId)
  } catch {
    c.header('x-request-id', requestId) // the headers of a response from `fetch` cannot be changed
  }
  const { headers: sent } = c.res
  for (const [name, value] of Object.entries(headers)) if (!sent.has(name)) sent.set(name, value)
}

const nothingHere = () => new AppError('not_found', t('There is nothing at this URL.'))

/** @throws AppError not_found if the section is off */
function refuseIfOff(section: Route['section'], { siteSettings }: Context): void {
  if (!siteSettings.isOn(section)) throw nothingHere()
}

/** Returns a function that removes secrets from paths, including paths that no route matches. */
function pathWithoutSecrets(routes: readonly Route[]): (path: string) => string {
  const secret = routes.filter(({ isPathSecret }) => isPathSecret)
  const prefixes = [...new Set(secret.map(({ path }) => path.slice(0, path.indexOf(':'))))]
  return (path) => {
    const prefix = prefixes.find((one) => path.startsWith(one))
    return prefix === undefined ? path : `${prefix}…`
  }
}

async function answer(
  c: Incoming,
  route: Route,
  options: HttpOptions,
  headers: Record<string, string>,
): Promise<Response> {
  const { ctx } = options
  c.set('isBusy', route.isBusy ?? false)
  traceEndpoint(route.path)
  refuseIfOff(route.section, ctx)
  const limits = options.rateLimits ? limitsOf(route) : []
  await enforceLimits(ctx, limits, 'address', networkOf(c.get('ip')))
  const member = await callerOf(c, route, ctx)
  if (!isOpenWithoutSecondFactor(route)) requireSecondFactor(member)
  if (member) await enforceLimits(ctx, limits, 'member', String(member.id))
  if (route.needsRecentProof && mayCall(route, member)) await demandProof(c.req.header('authorization'), ctx)
  const call: Call<Member | null> = {
    ctx,
    request: c.req.raw,
    params: c.req.param(),
    query: c.req.query(),
    body: () => jsonBody(c.req.raw, route.maxBodyBytes),
    member,
    ip: c.get('ip'),
    consume: async (limit, what) => (options.rateLimits ? consume(ctx.db, limit, what, ctx.clock.now()) : null),
    log: c.get('log'),
  }
  const result = await route.handle(call)
  const reply = result instanceof Reply ? result : new Reply(result, { isNew: false, hasChanged: true })
  const { endpoint } = route
  if (endpoint && options.checksAnswers) checkReply(endpoint, reply)
  if (endpoint?.changes && reply.hasChanged) await announceChanges(ctx, endpoint.changes)
  return respond(c, reply, endpoint, headers)
}

/** What other processes must not miss: content that must not be shown anymore, and values without a maximum age
 *  (`createLiveValue`). */
const urgentTopics = new Set<Topic>(['removals', 'site-settings', 'redirects'])

/** Notifies other processes of urgent topics before responding, and of other changes shortly afterward, in batches. */
async function announceChanges({ announce, announceSoon }: Context, topics: readonly Topic[]): Promise<void> {
  if (topics.some((topic) => urgentTopics.has(topic))) await announce(...topics)
  else announceSoon(...topics)
}

function respond(
  c: Incoming,
  { answer, isNew }: Reply<unknown>,
  endpoint: EndpointFacts | undefined,
  headers: Record<string, string>,
) {
  if (answer instanceof EventStream) {
    const { outgoing } = c.env ?? {}
    const isWanted = outgoing instanceof ServerResponse && c.req.method === 'GET'
    return answerWithEvents(answer, isWanted ? outgoing : null, { ...headers, 'x-request-id': c.get('requestId') })
  }
  if (answer instanceof Response) return uncached(answer)
  if (isEmpty(answer, endpoint)) return uncached(new Response(null, { status: 204 }))
  return uncached(Response.json(answer, { status: isNew ? 201 : 200 }))
}

/** If the schema is nullable, null is sent as JSON. */
const isEmpty = (answer: unknown, endpoint: EndpointFacts | undefined) =>
  answer === undefined || (answer === null && (!endpoint || endpoint.answer instanceof z.ZodMiniNull))

/** @throws Error if the reply does not match its endpoint */
function checkReply(endpoint: EndpointFacts, { answer, isNew }: Reply<unknown>): void {
  const problem = isNew && !endpoint.creates ? new Error('The endpoint creates nothing.') : mismatch(endpoint, answer)
  if (problem)
    throw new Error(`${endpoint.method} ${endpoint.path} returned a response that does not match its contract.`, {
      cause: problem,
    })
}

function mismatch({ answer: expected, alternatives = [] }: EndpointFacts, answer: unknown): Error | undefined {
  const isAlternative = alternatives.length > 0 && answer instanceof Response
  if (!isMedia(expected) && !isAlternative) return expected.safeParse(answer ?? null).error
  if (answer instanceof EventStream) return undefined
  if (!(answer instanceof Response)) return new Error('It is not a Response.')
  const type = answer.body && answer.headers.get('content-type')
  const types = [expected, ...alternatives].map((one) => (isMedia(one) ? one.mediaType : null))
  return type && !types.includes(type.split(';', 1)[0]!) ? new Error(`Its media type is ${type}.`) : undefined
}

/** Members whose role requires a second factor may read before they have one. */
const isOpenWithoutSecondFactor = ({ method, access, endpoint }: Route): boolean =>
  method === 'GET' ? access === 'anyone' || access === 'member' : (endpoint?.worksWithoutSecondFactor ?? false)

/** The handler rejects other callers, with a different error. */
const mayCall = ({ access }: Route, member: Member | null) => member !== null && hasAccess[access](member)

const hasAccess: Record<Route['access'], (member: Member) => boolean> = {
  anyone: () => true,
  member: () => true,
  writer: mayPublish,
  moderator: mayModerate,
  admin: ({ role }) => role === 'admin',
}

async function demandProof(authorization: string | undefined, { identity, memberOf }: Context): Promise<void> {
  if (await identity.isRecentlyProven(authorization)) return
  // The account may have been deleted while the call was waiting.
  if (!(await memberOf(authorization))) throw new AppError('not_signed_in', t('Sign in to do this.'))
  throw new AppError('reauthentication_needed', t('Confirm it’s you to continue.'))
}

/** Returns the calling member. If the identity provider fails or the sign-in is incomplete, public reads are handled
 *  as if the caller were a visitor. */
async function callerOf(c: Incoming, { method, access }: Route, ctx: Context): Promise<Member | null> {
  try {
    return await ctx.memberOf(c.req.header('authorization'))
  } catch (reason) {
    const isOpenRead = method === 'GET' && access === 'anyone'
    if (isOpenRead && reason instanceof AppError && isWithoutMember.has(reason.code)) return null
    throw reason
  }
}

const isWithoutMember = new Set<string>([
  'provider_failed',
  'not_signed_in',
  'password_change_required',
  'registration_refused',
  'awaiting_approval',
])

/** Prevents caching of API responses, unless the handler has set a header. */
function uncached(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

/** Counts a call by `who` toward the limits. @throws AppError rate_limited if a limit is exceeded */
export async function enforceLimits(
  ctx: Pick<Context, 'db' | 'clock'>,
  limits: readonly Limit[],
  by: Limit['by'],
  who: string,
): Promise<void> {
  for (const limit of limits.filter((one) => one.by === by)) {
    const waitSeconds = await consume(ctx.db, limit, who, ctx.clock.now())
    if (waitSeconds !== null) throw tooMany(waitSeconds)
  }
}

function refuseMethod(c: Incoming, routes: Route[], path: string, ctx: Context): Response {
  traceEndpoint(path)
  const atPath = routes.filter((route) => route.path === path)
  refuseIfOff(atPath[0]?.section, ctx)
  const methods = atPath.map((route) => route.method)
  const allow = methods.join(', ')
  const response = refuse(c, new AppError('method_not_allowed', t('This URL only supports {allow}.', { allow })))
  response.headers.set('allow', allow)
  return response
}

/** Converts any thrown value to an error response. Only internal errors are logged as errors. */
function refuse(c: Incoming, reason: unknown): Response {
  const error = toAppError(reason)
  const { issues, retryAfterSeconds, extra } = error.details
  logFault(c.get('log'), error, 'request failed')
  const body = {
    code: error.code,
    message: error.message,
    ...(issues && { issues }),
    ...extra,
    requestId: c.get('requestId'),
  }
  const response = Response.json(body, { status: error.status, headers: { 'cache-control': 'no-store' } })
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds))
  if (error.code === 'too_large') response.headers.set('connection', 'close')
  return response
}
