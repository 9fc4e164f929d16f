import { setTimeout as sleep } from 'node:timers/promises'
import type { Mux } from '@mux/mux-node'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { maskedText } from '#kernel/masked-text.ts'

export interface MuxClientOptions {
  tokenId: string
  tokenSecret: string
  /** Null if webhooks are not accepted. */
  webhookSecret: string | null
  apiUrl: string
  /** Timeout for receiving the complete response. */
  timeoutMs?: number
}
type Call<T> = (video: Mux['video'], options: { signal: AbortSignal }) => PromiseLike<T>

export type MuxClient = Awaited<ReturnType<typeof openMuxClient>>

const defaultTimeoutMs = 10_000
const retryMs = 300

/** Wraps Mux's SDK, which is loaded only on sites that use it. */
export async function openMuxClient({ apiUrl, timeoutMs = defaultTimeoutMs, ...secrets }: MuxClientOptions) {
  const { Mux, APIError } = await import('@mux/mux-node')
  const mux = new Mux({
    ...secrets,
    baseURL: apiUrl,
    // Otherwise, missing options would be read from the environment.
    authorizationToken: null,
    jwtSigningKey: null,
    jwtPrivateKey: null,
    logLevel: 'off',
    // The SDK's own retries would wait as long as the response specifies.
    maxRetries: 0,
    fetchOptions: { redirect: 'error' },
  })

  async function attempt<T>(call: Call<T>, signal: AbortSignal, retries: number): Promise<T | null> {
    try {
      return await call(mux.video, { signal })
    } catch (reason) {
      const status = reason instanceof APIError ? (reason.status ?? null) : null
      if (status === 404) return null
      if (retries === 0 || signal.aborted || !isTransient(reason, status)) throw toAppError(reason, status)
    }
    await sleep(retryMs)
    return attempt(call, AbortSignal.timeout(timeoutMs), retries - 1)
  }
  const isTransient = (reason: unknown, status: number | null): boolean =>
    status === null ? reason instanceof APIError : status >= 500

  return {
    /** Calls Mux, and retries once if Mux fails. @returns null if Mux responds with 404 @throws AppError
     *  provider_failed */
    request: <T>(call: Call<T>) => attempt(call, AbortSignal.timeout(timeoutMs), 1),
    /** Like `request`, but for calls that must not be repeated. */
    requestOnce: <T>(call: Call<T>) => attempt(call, AbortSignal.timeout(timeoutMs), 0),
    /** Parses a signed body. @throws Error if the signature is invalid or more than five minutes old */
    unwrap: (text: string, headers: Headers): Promise<unknown> => mux.webhooks.unwrap(text, headers),
  }
}

function toAppError(cause: unknown, status: number | null): AppError {
  return new AppError('provider_failed', errorMessage(cause, status), { cause })
}

function errorMessage(cause: unknown, status: number | null): string {
  if (cause instanceof z.core.$ZodError || cause instanceof SyntaxError)
    return t('Mux sent an invalid response. Try again later.')
  if (status === null) return t('Mux is not responding. Try again later.')
  if (status === 401 || status === 403)
    return t('Mux rejects this site’s access token. The operator must set a new one.')
  if (status === 429) return t('Mux’s rate limit has been reached. Try again in a minute.')
  if (status >= 500) return t('Mux is temporarily unavailable. Try again later.')
  const reason = reasonIn(cause)
  return reason ? t('Mux rejected the request: {reason}', { reason }) : t('Mux rejected the request.')
}

const ErrorBody = z.object({ error: z.object({ error: z.object({ messages: z.array(z.string()) }) }) })
const maxMessageLength = 300

/** Returns the reasons that Mux gives, such as a feature that the site's plan does not include. */
function reasonIn(cause: unknown): string | undefined {
  const { data } = ErrorBody.safeParse(cause)
  return data && maskedText(data.error.error.messages.join(' ')).slice(0, maxMessageLength)
}
