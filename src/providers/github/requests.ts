import type { z } from 'zod/mini'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Client, ClientOptions } from './client.ts'
import * as failures from './failures.ts'
import type { GithubAnswer, GithubFailure, GithubValue } from './github.ts'
import { failureOf, headersOf, isNotModified } from './error-responses.ts'
import { type Allowance, secondsOf, createRateLimits } from './rate-limits.ts'

export interface RequesterOptions extends ClientOptions {
  clock: Clock
  log: Log
  /** Time limit per request including retries; less than ten seconds. */
  timeoutMs: number
}
interface Expected<T> {
  answer: z.ZodMiniType<T>
  /** The message to use if GitHub does not find the resource. */
  missing: string
}
interface Question<T> extends Expected<T> {
  /** `GET /repos/{owner}/{name}`. */
  route: string
  parameters: Record<string, string | number>
  accept?: string
  etag?: string | null | undefined
}
interface Query<T> extends Expected<T> {
  query: string
  variables: Record<string, string | number | null>
}
export interface Requester {
  get<T>(question: Question<T>): Promise<GithubAnswer<T>>
  query<T>(question: Query<T>): Promise<GithubAnswer<T>>
}
type Headers = Record<string, string | number | undefined>

const maxPollMs = 60 * 60 * 1000

/** Sends single requests to GitHub: respects its rate limits, enforces a time limit, and validates responses. */
export function createRequester({ clock, log, timeoutMs, ...options }: RequesterOptions): Requester {
  const limits = createRateLimits(clock)
  let opening: Promise<Client> | null = null
  const open = () => (opening ??= openClient(options))

  async function ask<T>(allowance: Allowance, expected: Expected<T>, send: Send): Promise<GithubAnswer<T>> {
    const spent = limits.until(allowance)
    if (spent) return failures.limitSpent(spent)
    try {
      const { data, headers } = await within(timeoutMs, async (signal) => send(await open(), signal))
      limits.note(allowance, headers)
      const { success, data: value } = expected.answer.safeParse(data)
      return success ? valueOf(value, headers) : failures.malformed()
    } catch (reason) {
      if (isNotModified(reason)) return valueOf<T>(null, headersOf(reason))
      return failureOf(reason, { allowance, limits, hasToken: options.token !== null, missing: expected.missing })
    }
  }

  function valueOf<T>(value: T | null, headers: Headers): GithubValue<T> {
    const pollMs = secondsOf(headers, 'x-poll-interval')
    return {
      ok: true,
      value,
      etag: typeof headers.etag === 'string' ? headers.etag : null,
      notBefore: pollMs === null ? null : new Date(clock.now() + Math.min(pollMs, maxPollMs)),
      hasNext: /;\s?rel="next"/.test(String(headers.link ?? '')),
    }
  }

  /** Logs failures that only the site owner can fix. */
  function logged<T>(answer: GithubAnswer<T>, about: string): GithubAnswer<T> {
    if (!answer.ok && isOurs(answer)) log.warn({ about, code: answer.code }, answer.message)
    return answer
  }

  return {
    async get({ route, parameters, accept, etag, ...expected }) {
      const headers = { ...(etag && { 'if-none-match': etag }), ...(accept && { accept }) }
      const send: Send = (client, signal) => client.request(route, { ...parameters, headers, request: { signal } })
      return logged(await ask('core', expected, send), route)
    },
    async query({ query, variables, ...expected }) {
      if (options.token === null) return failures.tokenMissing()
      const send: Send = async (client, signal) => ({
        data: await client.graphql(query, { ...variables, request: { signal } }),
        headers: {},
      })
      return logged(await ask('graphql', expected, send), 'graphql')
    },
  }
}

type Send = (client: Client, signal: AbortSignal) => Promise<{ data: unknown; headers: Headers }>

const isOurs = ({ code }: GithubFailure) => code === 'bad_token'

async function openClient(options: ClientOptions): Promise<Client> {
  const { createClient } = await import('./client.ts')
  return createClient(options)
}

/** A throttled request cannot be aborted, but its caller does not have to wait for it. */
function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const overdue = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Overdue')), { once: true })
  })
  return Promise.race([work(signal), overdue])
}
