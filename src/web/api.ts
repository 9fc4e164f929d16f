import * as z from 'zod/mini'
import { confirmIdentity, proofNeeded } from './confirmation.ts'
import { accessToken, isSignedIn, shutOut } from './session.ts'

const ErrorBody = z.object({ message: z.string() })
const Suspended = z.object({ code: z.literal('suspended'), message: z.string() })
const ProofNeeded = z.object({ code: z.literal(proofNeeded) })

/** A refused request. Its text is the status, a colon and the body. Source: docs/product.md, Errors. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string
  /** When to ask again, where the server says so. */
  readonly waitSeconds: number

  constructor(status: number, body: string, waitSeconds = 0) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
    this.waitSeconds = waitSeconds
  }
}

/** Whether the server refused with that status. */
export const isRefusal = (reason: unknown, status: number): reason is ApiError =>
  reason instanceof ApiError && reason.status === status

/** What to tell a person about a failure: the server's own sentence, else `fallback`. */
export function messageOf(reason: unknown, fallback: string): string {
  if (!(reason instanceof ApiError)) return fallback
  const body = ErrorBody.safeParse(parsed(reason.body))
  return body.success ? body.data.message : fallback
}

/** Browsers let calls with bodies up to 64 kB outlive their page; all that are under way together. */
const maxOutlivingBytes = 60_000

/** Whether a call with this JSON body may outlive its page. */
export const isShortEnoughToBeLast = (body: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(body)).length <= maxOutlivingBytes

// A connection that has died silently would otherwise keep a person waiting for ever.
const callPatienceMs = 30_000
const uploadPatienceMs = 120_000

export interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the call outlive its page, which browsers allow for bodies that {@link isShortEnoughToBeLast}. */
  keepalive?: boolean
}
interface Init extends CallOptions {
  body?: BodyInit
}

/** Sends a call, and again when it needs a recent proof and the member has confirmed their identity. @throws ApiError */
export async function request<Schema extends z.ZodMiniType>(
  method: string,
  path: string,
  schema: Schema,
  init: Init,
): Promise<z.infer<Schema>> {
  try {
    return await requestOnce(method, path, schema, init)
  } catch (reason) {
    const isProofNeeded = isRefusal(reason, 403) && ProofNeeded.safeParse(parsed(reason.body)).success
    if (isProofNeeded && (await confirmIdentity())) return requestOnce(method, path, schema, init)
    throw reason
  }
}

async function requestOnce<Schema extends z.ZodMiniType>(
  method: string,
  path: string,
  schema: Schema,
  init: Init,
): Promise<z.infer<Schema>> {
  const token = await tokenFor(method)
  const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const patience = AbortSignal.timeout(init.body instanceof FormData ? uploadPatienceMs : callPatienceMs)
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
  const response = await fetch(path, { ...init, signal, method, headers, credentials: 'include' })
  const text = await response.text()
  if (response.status === 401 && token) void import('./auth-client.ts').then((auth) => auth.checkSession())
  if (response.status === 403 && token) heedSuspension(text)
  if (!response.ok) throw refusal(response, text)
  return schema.parse(text === '' ? null : JSON.parse(text))
}

const refusal = ({ status, statusText, headers }: Response, text: string): ApiError =>
  new ApiError(status, text || statusText, Number(headers.get('retry-after')) || 0)

function heedSuspension(text: string): void {
  const refusal = Suspended.safeParse(parsed(text))
  if (refusal.success) shutOut(refusal.data.message)
}

// The provider's client itself would go on trying for half a minute.
const readPatienceMs = 3000
const writePatienceMs = 10_000
const unreachable = 'The sign-in service cannot be reached. Please try again in a moment.'

/** A session that cannot be refreshed now is read without, as everybody reads, but nothing is written in its stead. */
async function tokenFor(method: string): Promise<string | null> {
  const isRead = method === 'GET'
  const token = await accessToken(isRead ? readPatienceMs : writePatienceMs)
  if (!token && !isRead && isSignedIn()) throw new ApiError(503, JSON.stringify({ message: unreachable }))
  return token
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
