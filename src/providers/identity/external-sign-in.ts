import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { toAppError } from '#kernel/errors.ts'
import { logFault } from '#kernel/log.ts'
import { type Auth, nowOf } from './auth.ts'
import { callbackOf, type ExternalProvider } from './external-provider.ts'
import { consumeExternalSignIn, type ExternalSignInKind, insertExternalSignIn } from './external-sign-ins.store.ts'
import { enforceNetworkLimit, externalPerNetwork } from './limits.ts'
import { pathOnSite } from './redirect.ts'
import { type AuthCall, AuthError, invalid } from './wire.ts'

/** How long a member has to sign in at the provider, and how long the browser has to exchange its code. */
const lifetimeMs: Record<ExternalSignInKind, number> = { state: 10 * 60_000, code: 5 * 60_000 }

/** Text without what PostgreSQL cannot store. */
const Text = z.string().check(z.overwrite((text) => text.toWellFormed().replaceAll('\0', '')))

/** Text that identifies someone, which must not be changed. Source for the length: OpenID Connect Core 1.0, section 2. */
const Identifier = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((text) => text.isWellFormed() && !text.includes('\0')),
)

/** Who has signed in at the provider. */
const Profile = z.object({
  issuer: Identifier,
  subject: Identifier,
  email: z.nullable(Text),
  isEmailVerified: z.boolean(),
  username: z.nullable(Text),
  fullName: z.nullable(Text),
})

/** A sign-in in progress. */
const SignIn = z.object({
  provider: z.string(),
  checks: z.object({ nonce: z.string(), verifier: z.string() }),
  /** Only the browser that started the sign-in knows its verifier. */
  challenge: z.string(),
  /** The path to return to. */
  next: z.string(),
  /** The secret of an invitation link. */
  invitation: z.nullable(z.string()),
  /** The session that connects an account or is confirmed; null for a sign-in. */
  sessionId: z.nullable(z.string()),
  /** Whether the member confirms their identity. */
  isConfirmation: z._default(z.boolean(), false),
  profile: z.optional(Profile),
})
type SignIn = z.infer<typeof SignIn>

/** GET /authorize: redirects to a provider's sign-in page. */
export async function authorize(auth: Auth, call: AuthCall): Promise<Response> {
  const next = nextOf(auth, call)
  return asPage(auth, next, async () => redirect(await startExternalSignIn(auth, call, null)))
}

/** Starts a sign-in at a provider, which the caller's browser must complete. @param sessionId the session that connects
 *  an account or, with the purpose `confirm`, is confirmed @returns the URL of the provider's sign-in page @throws AuthError */
export async function startExternalSignIn(auth: Auth, call: AuthCall, sessionId: string | null): Promise<string> {
  const { query, ip } = call
  const provider = providerNamed(auth, query.get('provider') ?? '')
  await enforceNetworkLimit(auth, externalPerNetwork, ip)
  const checks = { nonce: randomText(), verifier: randomText() }
  const challenge = readChallenge(query)
  const invitation = query.get('invitation')
  const isConfirmation = isForConfirmation(call)
  const next = nextOf(auth, call)
  const signIn = { provider: provider.name, checks, challenge, next, invitation, sessionId, isConfirmation }
  const state = await store(auth, 'state', signIn)
  const url = await provider.signInUrl({ ...checks, state }, isConfirmation).catch(unavailable(auth, provider))
  return url.href
}

/** GET /callback: asks the provider who has signed in, and returns to the site with a code. Changes no account, because
 *  anyone can make a browser open this URL. */
export const callback = (auth: Auth, { query, ip }: AuthCall): Promise<Response> =>
  asPage(auth, landingPath, async () => {
    await enforceNetworkLimit(auth, externalPerNetwork, ip)
    const signIn = await consume(auth, 'state', query.get('state') ?? '')
    if (!signIn) throw stateNotFound()
    return asPage(auth, signIn.next, async () => redirect(await returnWithCode(auth, query, signIn)))
  })

/** @returns the URL of the page that exchanges the code */
async function returnWithCode(auth: Auth, query: URLSearchParams, signIn: SignIn): Promise<string> {
  const provider = providerNamed(auth, signIn.provider)
  if (query.has('error')) throw refusedBy(provider)
  const url = new URL(`${callbackOf(auth.siteUrl)}?${query.toString()}`)
  const checks = { ...signIn.checks, state: query.get('state')! }
  const reported = provider.profileAt(url, checks).then((profile) => Profile.parse(profile))
  const profile = await reported.catch(unavailable(auth, provider))
  const landing = new URL(signIn.next, auth.siteUrl)
  landing.searchParams.set('code', await store(auth, 'code', { ...signIn, profile }))
  return landing.href
}

/** Uses up the code, which works only in the browser that started the sign-in. @throws AuthError */
export async function redeemCode(auth: Auth, { auth_code: code, code_verifier: verifier }: AuthCall['body']) {
  const signIn = typeof code === 'string' ? await consume(auth, 'code', code) : null
  if (!signIn?.profile) throw new AuthError(404, 'flow_state_not_found', t('This sign-in has expired. Start again.'))
  if (typeof verifier !== 'string' || !isVerifier(verifier, signIn.challenge)) {
    throw new AuthError(400, 'bad_code_verifier', t('This sign-in was started in another browser. Start again.'))
  }
  const { profile, sessionId, invitation, isConfirmation } = signIn
  return { provider: providerNamed(auth, signIn.provider), profile, sessionId, invitation, isConfirmation }
}

/** Reports whether the member signs in at the provider again to confirm their identity. */
export const isForConfirmation = ({ query }: Pick<AuthCall, 'query'>): boolean => query.get('purpose') === 'confirm'

function providerNamed({ external }: Auth, name: string): ExternalProvider {
  const provider = external.get(name)
  if (!provider) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

function readChallenge(query: URLSearchParams): string {
  const value = query.get('code_challenge') ?? ''
  const method = query.get('code_challenge_method')?.toLowerCase()
  if (method === 's256' && /^[\w-]{43}$/.test(value)) return value
  throw invalid(t('Signing in this way requires HTTPS.'))
}

const isVerifier = (verifier: string, challenge: string): boolean =>
  timingSafeEqual(hashOf(verifier), Buffer.from(challenge, 'base64url'))

/** Stores the sign-in. @returns the secret that finds it */
async function store(auth: Auth, kind: ExternalSignInKind, signIn: SignIn): Promise<string> {
  const secret = randomText()
  const hash = hashOf(secret)
  const details = auth.sealing.seal(ownerOf(hash), Buffer.from(JSON.stringify(signIn)))
  const expiresAt = new Date(auth.clock.now() + lifetimeMs[kind])
  await insertExternalSignIn(auth.db, { hash, kind, sessionId: signIn.sessionId, details, expiresAt })
  return secret
}

/** Uses the secret. @returns the sign-in, or null if there is none, it has expired, or its session has ended */
async function consume(auth: Auth, kind: ExternalSignInKind, secret: string): Promise<SignIn | null> {
  const hash = hashOf(secret)
  const stored = await consumeExternalSignIn(auth.db, hash, kind, nowOf(auth))
  return stored && SignIn.parse(JSON.parse(auth.sealing.unseal(ownerOf(hash), stored.details).toString()))
}

/** Binds encrypted details to their row. */
const ownerOf = (hash: Buffer) => `external sign-in ${hash.toString('hex')}`
const hashOf = (text: string) => createHash('sha256').update(text).digest()
const randomText = () => randomBytes(32).toString('base64url')

/** The page that exchanges codes. */
const landingPath = '/auth'

/** Returns the path to return to. Other pages must not receive a code: they could pass it on to someone who has made this
 *  browser start the sign-in and can redeem it. */
function nextOf({ siteUrl }: Auth, { query }: AuthCall): string {
  const next = pathOnSite(siteUrl, query.get('redirect_to'))
  return new URL(next, siteUrl).pathname === landingPath ? next : landingPath
}

/** Responds to a navigation. Errors are in the fragment of the page that the browser returns to, as in the protocol. */
async function asPage(auth: Auth, next: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (reason) {
    const refusal = refusalOf(auth, reason)
    const landing = new URL(next, auth.siteUrl)
    const error = refusal.status < 500 ? 'access_denied' : 'server_error'
    landing.hash = new URLSearchParams({
      error,
      error_code: refusal.code,
      error_description: refusal.message,
    }).toString()
    return redirect(landing.href)
  }
}

/** Logs unexpected errors. */
function refusalOf({ log }: Auth, reason: unknown): AuthError {
  if (reason instanceof AuthError) return reason
  logFault(log, toAppError(reason), 'identity: request failed')
  return new AuthError(500, 'unexpected_failure', t('Signing in failed. Try again in a moment.'))
}

const redirect = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  })

const stateNotFound = () =>
  new AuthError(400, 'bad_oauth_state', t('This sign-in has expired or was already completed. Start again.'))

const refusedBy = ({ label }: ExternalProvider) =>
  new AuthError(403, 'provider_refused', t('Signing in with {label} was canceled or refused.', { label }))

/** Returns an error's messages without its other properties, which can contain tokens and the person's data. */
const messagesOf = (err: unknown): string =>
  err instanceof Error ? [err.message, messagesOf(err.cause)].filter(Boolean).join(': ') : ''

const unavailable =
  ({ log }: Auth, { label }: ExternalProvider) =>
  (err: unknown): never => {
    log.warn({ reason: messagesOf(err) }, 'identity: sign-in at a provider failed')
    throw new AuthError(502, 'provider_failed', t('Signing in with {label} failed. Try again in a moment.', { label }))
  }
