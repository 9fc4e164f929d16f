import { confirmIdentity, proofNeeded } from './confirmation.ts'
import { fieldsIn } from './json-fields.ts'
import { accessToken, awaitApproval, isSignedIn, shutOut } from './session.ts'
import { t } from '#messages/messages.ts'

/** A failed request. Its message is the status, a colon, and the body. Source: docs/product.md, Errors. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string
  /** Seconds from `Retry-After`, or 0. */
  readonly waitSeconds: number

  constructor(status: number, body: string, waitSeconds = 0) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
    this.waitSeconds = waitSeconds
  }
}

/** Returns whether the server responded with the given status. */
export const isRefusal = (reason: unknown, status: number): reason is ApiError =>
  reason instanceof ApiError && reason.status === status

/** Returns the server's user-facing message, or `fallback` if there is none. An internal error's message contains the
 *  request id, which identifies the error in the log. */
export function messageOf(reason: unknown, fallback: string): string {
  if (!(reason instanceof ApiError)) return fallback
  const { message, requestId } = fieldsIn(reason.body)
  if (typeof message !== 'string') return fallback
  return reason.status === 500 && typeof requestId === 'string'
    ? t('{message} Request ID: {requestId}', { message, requestId })
    : message
}

/** Browsers let requests outlive their page (`keepalive`) if their bodies total at most 64 kB. */
const maxOutlivingBytes = 60_000

/** Returns whether a call with this JSON body is small enough to outlive its page. */
export const isShortEnoughToBeLast = (body: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(body)).length <= maxOutlivingBytes

// Request timeout. Without it, a dead connection would never fail.
const callPatienceMs = 30_000
const uploadPatienceMs = 120_000

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the call outlive its page, for bodies that pass {@link isShortEnoughToBeLast}. */
  keepalive?: boolean
}
interface Init extends CallOptions {
  body?: BodyInit
}

/** Sends a call. If it requires recent authentication, asks the member to confirm their identity and resends the
 *  call. @returns the parsed JSON; null for an empty response @throws ApiError */
export async function request(method: string, path: string, init: Init): Promise<unknown> {
  try {
    return await requestOnce(method, path, init)
  } catch (reason) {
    const isProofNeeded = isRefusal(reason, 403) && fieldsIn(reason.body)['code'] === proofNeeded
    if (isProofNeeded && (await confirmIdentity())) return requestOnce(method, path, init)
    throw reason
  }
}

async function requestOnce(method: string, path: string, init: Init): Promise<unknown> {
  const text = await (await send(method, path, init)).text()
  return text === '' ? null : JSON.parse(text)
}

/** Requests a file. @throws ApiError */
export const requestFile = async (path: string): Promise<Blob> => (await send('GET', path, {})).blob()

/** Sends the request with the session's token. @throws ApiError */
async function send(method: string, path: string, init: Init): Promise<Response> {
  const token = await tokenFor(method)
  const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const patience = AbortSignal.timeout(init.body instanceof FormData ? uploadPatienceMs : callPatienceMs)
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
  const response = await fetch(path, { ...init, signal, method, headers, credentials: 'include' })
  if (response.ok) return response
  const text = await response.text()
  if (response.status === 401 && token) void import('./auth-client.ts').then((auth) => auth.checkSession())
  if (response.status === 403 && token) heedStanding(text)
  throw refusal(response, text)
}

const refusal = ({ status, statusText, headers }: Response, text: string): ApiError =>
  new ApiError(status, text || statusText, Number(headers.get('retry-after')) || 0)

/** Dispatched when the server rejects a call because the member needs a second factor. */
export const secondFactorNeededEvent = 'second-factor-needed'

/** Notes that the account may not use the site, or may not use it yet. */
function heedStanding(text: string): void {
  const { code, message } = fieldsIn(text)
  if (code === 'second_factor_required') dispatchEvent(new Event(secondFactorNeededEvent))
  if (code === 'awaiting_approval') awaitApproval()
  if ((code === 'suspended' || code === 'registration_refused') && typeof message === 'string')
    shutOut({ code, message })
}

// The provider's client would retry for half a minute.
const readPatienceMs = 3000
const writePatienceMs = 10_000

/** Returns the access token, or null for a visitor. While the session cannot be refreshed, reads are sent without a
 *  token; writes fail. */
async function tokenFor(method: string): Promise<string | null> {
  const isRead = method === 'GET'
  const token = await accessToken(isRead ? readPatienceMs : writePatienceMs)
  if (!token && !isRead && isSignedIn()) {
    const message = t('The sign-in service cannot be reached. Try again in a moment.')
    throw new ApiError(503, JSON.stringify({ message }))
  }
  return token
}
