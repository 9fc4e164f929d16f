import { t } from '#messages/messages.ts'
import { AppError, toAppError } from '#kernel/errors.ts'
import { type Log, logFault } from '#kernel/log.ts'

/** A call to an endpoint. */
export interface AuthCall {
  request: Request
  query: URLSearchParams
  /** The UUID in the path, or ''. */
  id: string
  /** The JSON object in the body; empty if there is none. */
  body: Record<string, unknown>
  ip: string
}

/** An error in Supabase Auth's protocol. `extra` is added to the body. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly code: string
  readonly extra: { weak_password?: { reasons: string[] } }
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    details: { extra?: AuthError['extra']; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.extra = details.extra ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

/** The call requires a second factor first. */
export const insufficientLevel = (message: string) => new AuthError(403, 'insufficient_aal', message)

/** Until the password set by an administrator is replaced, the session can do nothing else. */
export const passwordChangeRequired = () =>
  new AuthError(403, 'password_change_required', t('Choose a new password to finish signing in.'))

const headers = { 'cache-control': 'no-store' }
export const json = (body: unknown, more: Record<string, string> = {}) =>
  Response.json(body, { headers: { ...headers, ...more } })
export const noContent = () => new Response(null, { status: 204, headers })

// As of this API version, an error's `code` is a word; in earlier versions, it was the HTTP status.
const apiVersionHeader = 'x-supabase-api-version'
const apiVersion = '2024-01-01'

/** Converts any thrown value to the error format for the caller's API version. Logs internal errors. */
export function errorAnswer(request: Request, reason: unknown, log: Log): Response {
  const error = toAuthError(reason)
  if (error.status >= 500) logFault(log, toAppError(reason), 'identity: request failed')
  const { status, code, message, extra } = error
  const modern = (request.headers.get(apiVersionHeader) ?? '') >= apiVersion
  const body = modern ? { code, message, ...extra } : { code: status, error_code: code, msg: message, ...extra }
  return Response.json(body, {
    status,
    headers: {
      ...headers,
      'x-sb-error-code': code,
      ...(modern && { [apiVersionHeader]: apiVersion }),
      ...(error.retryAfterSeconds !== null && { 'retry-after': String(error.retryAfterSeconds) }),
      ...(status === 413 && { connection: 'close' }),
    },
  })
}

function toAuthError(reason: unknown): AuthError {
  if (reason instanceof AuthError) return reason
  const error = toAppError(reason)
  if (error.code === 'internal') return new AuthError(500, 'unexpected_failure', t('Internal Server Error'))
  const { retryAfterSeconds } = error.details
  return new AuthError(error.status, codeOf(error), error.message, retryAfterSeconds ? { retryAfterSeconds } : {})
}

const codeOf = ({ code }: AppError) => (code === 'invalid_input' ? 'validation_failed' : code)
