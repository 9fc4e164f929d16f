import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  base64url,
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { pino } from 'pino'
import { test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { banMessage, listen, movableClock } from '#tests/support/identity.ts'
import { hostedIdentity } from './hosted.ts'

const secret = 'legacy-secret-at-least-32-characters-long!!'
const bytes = (text: string) => new TextEncoder().encode(text)

/** A Supabase project that signs with ES256, counts calls, and responds to session checks as the test specifies. */
async function project(jwtSecret: string | null = null) {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const subject = randomUUID()
  const state = { keyCalls: 0, userCalls: 0, status: 200, keyStatus: 200 }
  const { url } = await listen(async (request) => {
    if (request.url.endsWith('/jwks.json')) {
      state.keyCalls++
      return Response.json({ keys: [publicJwk] }, { status: state.keyStatus })
    }
    state.userCalls++
    return Response.json({ id: subject }, { status: state.status })
  })
  const clock = movableClock()
  const log = pino({ level: 'silent' })
  const settings = { db: await testDb(), url, anonKey: 'anon', jwtSecret, serviceKey: null, siteUrl: url, banMessage }
  const provider = hostedIdentity({ ...settings, clock, log })
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `${url}/auth/v1`,
    aud: 'authenticated',
    sub: subject,
    role: 'authenticated',
    email: 'a@b.co',
    session_id: randomUUID(),
    is_anonymous: false,
    iat: now,
    exp: now + 3600,
  }
  const sign = (
    more: object = {},
    key: CryptoKey | Uint8Array = pair.privateKey,
    head: Partial<JWTHeaderParameters> = {},
  ) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'JWT', ...head }).sign(key)
  const legacy = (more: object = {}, key = secret) => sign(more, bytes(key), { alg: 'HS256' })
  const identify = (token: string) => provider.identify(`Bearer ${token}`)
  return { provider, state, clock, subject, claims, publicJwk, pair, sign, legacy, identify }
}

test('accepts the project’s tokens, fetching its keys once and the session status once per minute', async () => {
  const { state, clock, subject, sign, identify } = await project()
  const token = await sign()
  for (let count = 0; count < 3; count++) assert.equal((await identify(token))?.subject, subject)
  assert.deepEqual([state.keyCalls, state.userCalls], [1, 1])
  clock.advance(60_000)
  assert.ok(await identify(token))
  assert.deepEqual([state.keyCalls, state.userCalls], [1, 2])
})

test('accepts HS256 tokens only if the secret is set, and never verifies them with a public key', async () => {
  const { subject, publicJwk, pair, legacy, identify } = await project(secret)
  assert.equal((await identify(await legacy()))?.subject, subject)
  assert.equal(await identify(await legacy({}, 'another secret of thirty-two characters')), null)
  assert.equal(await identify(await legacy({}, await exportSPKI(pair.publicKey))), null)
  assert.equal(await identify(await legacy({}, JSON.stringify(publicJwk))), null)
})

test('verifies each HS256 token with the project when the secret is not set', async () => {
  const { state, subject, legacy, identify } = await project()
  assert.equal((await identify(await legacy()))?.subject, subject)
  assert.equal(state.userCalls, 1)
  assert.equal(await identify(await legacy({ sub: randomUUID() })), null)
  assert.equal(await identify(await legacy({ iss: 'https://other.example/auth/v1' })), null)
  assert.equal(await identify(await legacy({ aud: 'other' })), null)
  assert.equal(await identify(await legacy({ exp: 1 })), null)
  assert.equal(state.userCalls, 2)
  state.status = 403
  assert.equal(await identify(await legacy({ email: 'c@d.co' })), null)
})

test('rejects forged, foreign, and expired tokens, and tokens for other purposes', async () => {
  const { claims, sign, identify, state } = await project()
  const foreign = await generateKeyPair('ES256', { extractable: true })
  const [head, , signature] = (await sign()).split('.')
  const changed = base64url.encode(JSON.stringify({ ...claims, sub: randomUUID() }))
  const attacks = {
    none: new UnsecuredJWT(claims).encode(),
    foreign: await sign({}, foreign.privateKey),
    jwk: await sign({}, foreign.privateKey, { jwk: await exportJWK(foreign.publicKey) }),
    jku: await sign({}, foreign.privateKey, { jku: 'https://evil.example/keys' }),
    'kid as a path': await sign({}, foreign.privateKey, { kid: '../../dev/null' }),
    issuer: await sign({ iss: 'https://other.example/auth/v1' }),
    'no issuer': await sign({ iss: undefined }),
    audience: await sign({ aud: 'other' }),
    'no audience': await sign({ aud: undefined }),
    anon: await sign({ role: 'anon' }),
    service: await sign({ role: 'service_role' }),
    anonymous: await sign({ is_anonymous: true }),
    expired: await sign({ exp: claims.iat - 60 }),
    'without an end': await sign({ exp: undefined }),
    'from later': await sign({ nbf: claims.iat + 600 }),
    subject: await sign({ sub: "1' or '1'='1" }),
    changed: [head, changed, signature].join('.'),
    long: await sign({ filler: 'x'.repeat(9000) }),
    'no JSON': 'aaaa.bbbb.cccc',
  }
  for (const [name, token] of Object.entries(attacks)) assert.equal(await identify(token), null, name)
  assert.equal(state.userCalls, 0)
})

test('sends few requests to the project for unknown key IDs', async () => {
  const { sign, identify, state } = await project()
  await identify(await sign())
  const before = state.keyCalls
  const foreign = await generateKeyPair('ES256')
  for (let count = 0; count < 20; count++) await identify(await sign({}, foreign.privateKey, { kid: `k${count + 2}` }))
  assert.ok(state.keyCalls - before <= 1)
})

test('keeps sessions when the project fails, and ends a session that the project rejects', async () => {
  const { sign, legacy, identify, state, clock } = await project()
  const token = await sign()
  state.status = 503
  assert.ok(await identify(token))
  await assert.rejects(identify(await legacy()), { code: 'provider_failed' })
  state.status = 403
  assert.ok(await identify(token), 'asked again after five seconds, not before')
  clock.advance(5000)
  assert.equal(await identify(token), null)
})

test('throws instead of rejecting the token while the keys are unavailable', async () => {
  const { sign, identify, state } = await project()
  state.keyStatus = 500
  await assert.rejects(identify(await sign()), { code: 'provider_failed' })
})

test('names the missing setting for administrative calls without a service key', async () => {
  const { provider, subject } = await project()
  const account = { email: 'a@example.org', password: 'correct horse', username: 'alice', fullName: 'Alice Archer' }
  await assert.rejects(provider.setPassword(subject, 'x'), { message: /SUPABASE_SERVICE_KEY/ })
  await assert.rejects(provider.createAccount(account), { code: 'not_ready', message: /SUPABASE_SERVICE_KEY/ })
})

test('reads the time of the last authentication from a token, and does not count following an emailed link as authentication', async () => {
  const { provider, sign } = await project()
  const now = Math.floor(Date.now() / 1000)
  const isProven = async (...amr: unknown[]) => provider.isRecentlyProven(`Bearer ${await sign({ amr })}`)
  const old = { method: 'password', timestamp: now - 660 }
  for (const method of ['password', 'oauth', 'totp', 'passkey']) {
    assert.equal(await isProven(old, { method, timestamp: now - 540 }), true, method)
  }
  for (const method of ['otp', 'magiclink', 'recovery', 'invite', 'email_change', 'token_refresh']) {
    assert.equal(await isProven(old, { method, timestamp: now }), false, method)
  }
  assert.equal(await isProven(old), false)
  assert.equal(await isProven('password', null, { method: 'password' }), false)
  assert.equal(await provider.isRecentlyProven(`Bearer ${await sign()}`), false)
})
