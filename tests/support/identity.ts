import { serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { many } from '#kernel/db.ts'
import { type EmbeddedIdentity, embeddedIdentity, type EmbeddedOptions } from '#providers/identity/embedded.ts'
import { sendEmail } from '#providers/identity/email-queue.ts'
import { isSolution } from '#providers/identity/sign-up-proof.ts'
import { codeOf, stepAt } from '#providers/identity/totp.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { testDb, testSealing } from './database.ts'
import { tasksOf } from './jobs.ts'

export const banMessage = async () => 'This account has been suspended.'

let counter = 0
/** Returns a number that no other test in this file uses. */
export const unique = () => ++counter

export type TestIdentity = Awaited<ReturnType<typeof testIdentity>>

/** Starts the embedded identity provider on a loopback port, with an adjustable clock and with its emails in a list.
 *  Requests to which `front` responds do not reach it. */
export async function testIdentity(
  options: Partial<EmbeddedOptions> = {},
  front: (request: Request) => Promise<Response> | null = () => null,
) {
  const db = await testDb()
  const clock = movableClock()
  const mails: Mail[] = []
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const ip = `10.1.${unique()}.1`
  const server = await listen(
    async (request) =>
      (await front(request)) ?? identity.handle(request, { ip: request.headers.get('x-test-ip') ?? ip }),
  )
  const all: EmbeddedOptions = {
    db,
    clock,
    log,
    siteUrl: server.url,
    isSiteUrlSet: true,
    siteName: () => 'Test site',
    admission: null,
    ownerUsername: null,
    minPassword: 6,
    autoconfirm: true,
    rateLimits: true,
    beforeSignUp: async () => {},
    banMessage,
    memberNames: async () => [],
    memberLanguage: async () => null,
    needsSecondFactor: async () => false,
    sealing: testSealing,
    mailer: { send: async (mail) => void mails.push(mail) },
    external: { github: null, oidc: null },
    ...options,
  }
  const identity: EmbeddedIdentity = embeddedIdentity(all)

  /** Sends the queued emails now. @returns the emails */
  async function deliver(): Promise<Mail[]> {
    const before = mails.length
    const queued = await many<{ payload: unknown }>(db)`
      delete from graphile_worker._private_jobs where task_id =
        (select id from graphile_worker._private_tasks where identifier = ${sendEmail.name}) returning payload`
    for (const { payload } of queued) await tasksOf(identity.workers)[sendEmail.name]!(payload)
    return mails.slice(before)
  }

  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/auth/v1${path}`, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    ...server,
    db,
    identity,
    options: all,
    clock,
    mails,
    lines,
    deliver,
    call,
    client: () => browserClient(server.url),
  }
}

/** Signs up a new user: `const alice = await signedUp(site)`. */
export async function signedUp(site: { url: string }, data: object = {}) {
  const client = browserClient(site.url)
  const email = `person${unique()}@example.org`
  const password = 'correct horse battery'
  const { data: answer, error } = await client.auth.signUp({ email, password, options: { data } })
  if (error) throw error
  return { client, email, password, id: answer.user!.id, session: answer.session! }
}

/** Adds an authenticator app to the account, which uses up the code for the current time step. `code(1)` returns the
 *  next code, which the provider already accepts. */
export async function withApp(client: SupabaseClient, clock: { now: () => number } = Date) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const secret = fromBase32(data.totp.secret)
  const code = (steps: number) => codeOf(secret, stepAt(clock.now()) + steps)
  const { data: session, error: refusal } = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: code(0),
  })
  if (refusal) throw refusal
  return { id: data.id, secret, code, session }
}

/** Requests a challenge for the registration form. */
export async function challengeOf({ call }: Pick<TestIdentity, 'call'>): Promise<string> {
  return ((await (await call('GET', '/challenge')).json()) as { challenge: string }).challenge
}

/** Returns the part of the registration form's request that contains the challenge and its solution. */
export function proofOf(challenge: string, part: object = {}) {
  let solution = 0
  while (!isSolution(challenge, solution)) solution++
  return { gotrue_meta_security: { captcha_token: JSON.stringify({ challenge, solution, website: '', ...part }) } }
}

/** Decodes a secret in the form in which it would be typed into an authenticator app. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns Supabase's client with its own storage, as in a browser. */
export function browserClient(
  url: string,
  anonKey = 'sb_publishable_embedded',
  flowType: 'implicit' | 'pkce' = 'implicit',
) {
  const storage = new Map<string, string>()
  const client = createClient(url, anonKey, {
    auth: {
      storageKey: 'supabase_auth_token',
      flowType,
      detectSessionInUrl: false,
      autoRefreshToken: false,
      experimental: { recoveryCodes: true },
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  })
  return Object.assign(client, { storage })
}

/** Returns the token in an email's link. */
export const tokenIn = (mail: Mail | undefined) => new URL(mail?.link ?? '').searchParams.get('token_hash')!

export function movableClock() {
  let offsetMs = 0
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms: number) => void (offsetMs += ms),
  }
}

/** Serves requests until the test ends. */
export async function listen(answer: (request: Request) => Promise<Response>) {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  const close = () => new Promise<void>((done) => void server.close(() => done()))
  onTestFinished(close)
  return { url: `http://127.0.0.1:${await promise}`, close }
}
