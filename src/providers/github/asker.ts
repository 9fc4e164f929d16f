import type { z } from 'zod/mini'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Client, ClientOptions } from './client.ts'
import * as failures from './failures.ts'
import type { GithubAnswer, GithubFailure, GithubValue } from './github.ts'
import { failureOf, headersOf, isNotModified } from './refusals.ts'
import { type Allowance, secondsOf, spentLimits } from './spent-limits.ts'

export interface AskerOptions extends ClientOptions {
  clock: Clock
  log: Log
  /** For one question with everything that it takes; below ten seconds. */
  timeoutMs: number
}
interface Wanted<T> {
  answer: z.ZodMiniType<T>
  /** What is said when GitHub has no such thing. */
  missing: string
}
interface Question<T> extends Wanted<T> {
  /** `GET /repos/{owner}/{name}`. */
  route: string
  parameters: Record<string, string | number>
  accept?: string
  etag?: string | null | undefined
}
interface Query<T> extends Wanted<T> {
  query: string
  variables: Record<string, string | number | null>
}
export interface Asker {
  get<T>(question: Question<T>): Promise<GithubAnswer<T>>
  query<T>(question: Query<T>): Promise<GithubAnswer<T>>
}
type Headers = Record<string, string | number | undefined>

const longestPollMs = 60 * 60 * 1000

/** Asks GitHub one thing at a time: held to the limits, answered in time, understood or refused. */
export function createAsker({ clock, log, timeoutMs, ...options }: AskerOptions): Asker {
  const limits = spentLimits(clock)
  let opening: Promise<Client> | null = null
  const open = () => (opening ??= openClient(options))

  async function ask<T>(allowance: Allowance, wanted: Wanted<T>, send: Send): Promise<GithubAnswer<T>> {
    const spent = limits.until(allowance)
    if (spent) return failures.limitSpent(spent)
    try {
      const { data, headers } = await within(timeoutMs, async (signal) => send(await open(), signal))
      limits.note(allowance, headers)
      const { success, data: value } = wanted.answer.safeParse(data)
      return success ? valueOf(value, headers) : failures.strange()
    } catch (reason) {
      if (isNotModified(reason)) return valueOf<T>(null, headersOf(reason))
      return failureOf(reason, { allowance, limits, hasToken: options.token !== null, missing: wanted.missing })
    }
  }

  function valueOf<T>(value: T | null, headers: Headers): GithubValue<T> {
    const pollMs = secondsOf(headers, 'x-poll-interval')
    return {
      ok: true,
      value,
      etag: typeof headers.etag === 'string' ? headers.etag : null,
      notBefore: pollMs === null ? null : new Date(clock.now() + Math.min(pollMs, longestPollMs)),
      hasNext: /;\s?rel="next"/.test(String(headers.link ?? '')),
    }
  }

  /** Tells whoever runs the site of what they alone can mend. */
  function told<T>(answer: GithubAnswer<T>, about: string): GithubAnswer<T> {
    if (!answer.ok && isOurs(answer)) log.warn({ about, code: answer.code }, answer.message)
    return answer
  }

  return {
    async get({ route, parameters, accept, etag, ...wanted }) {
      const headers = { ...(etag && { 'if-none-match': etag }), ...(accept && { accept }) }
      const send: Send = (client, signal) => client.request(route, { ...parameters, headers, request: { signal } })
      return told(await ask('core', wanted, send), route)
    },
    async query({ query, variables, ...wanted }) {
      if (options.token === null) return failures.tokenMissing()
      const send: Send = async (client, signal) => ({
        data: await client.graphql(query, { ...variables, request: { signal } }),
        headers: {},
      })
      return told(await ask('graphql', wanted, send), 'graphql')
    },
  }
}

type Send = (client: Client, signal: AbortSignal) => Promise<{ data: unknown; headers: Headers }>

const isOurs = ({ code }: GithubFailure) => code === 'bad_token'

async function openClient(options: ClientOptions): Promise<Client> {
  const { createClient } = await import('./client.ts')
  return createClient(options)
}

/** What waits for its turn cannot be broken off, but its asker need not wait. */
function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const overdue = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Overdue')), { once: true })
  })
  return Promise.race([work(signal), overdue])
}
