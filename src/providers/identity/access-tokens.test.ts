import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { base64url, decodeJwt, decodeProtectedHeader, exportSPKI, generateKeyPair, exportJWK } from 'jose'
import { type CryptoKey, importJWK, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose'
import { test } from 'vitest'
import { testSealing } from '#tests/support/database.ts'
import { signedUp, type TestIdentity, testIdentity } from '#tests/support/identity.ts'
import { keyOwner, listKeys, type StoredKey } from './keys.store.ts'

/** The claims and header of a real token, and functions that sign modified ones with the real key. */
async function workshop(site: TestIdentity) {
  const { session, id } = await signedUp(site)
  const claims = decodeJwt(session.access_token)
  const header = { ...decodeProtectedHeader(session.access_token), alg: 'ES256' }
  const [{ kid, ...stored }] = (await listKeys(site.db)) as [StoredKey]
  const privateJwk = JSON.parse(testSealing.open(keyOwner(kid), stored).toString()) as Record<string, string>
  const key = (await importJWK(privateJwk, 'ES256')) as CryptoKey
  const { d: _, ...publicJwk } = privateJwk
  const sign = (more: object = {}, by: CryptoKey | Uint8Array = key, head: Partial<JWTHeaderParameters> = {}) =>
    new SignJWT({ ...claims, ...more }).setProtectedHeader({ ...header, ...head }).sign(by)
  return { token: session.access_token, id, claims, header, publicJwk, sign }
}

/** Returns the names of the accepted tokens. */
async function accepted(site: TestIdentity, attacks: Record<string, string>): Promise<string[]> {
  const names: string[] = []
  for (const [name, token] of Object.entries(attacks)) {
    const identity = await site.identity.identify(`Bearer ${token}`)
    const answer = await site.call('GET', '/user', undefined, { authorization: `Bearer ${token}` })
    if (identity !== null || answer.status !== 403) names.push(name)
  }
  return names
}

test('includes the claims that the protocol requires', async () => {
  const site = await testIdentity()
  const { token, id, claims, header } = await workshop(site)
  assert.deepEqual([header.alg, header.typ, header.kid?.length], ['ES256', 'JWT', 43])
  assert.deepEqual([claims.sub, claims.iss, claims.aud], [id, `${site.url}/auth/v1`, 'authenticated'])
  assert.deepEqual([claims.exp! - claims.iat!, claims.role, claims.aal], [3600, 'authenticated', 'aal1'])
  assert.equal((await site.identity.identify(`Bearer ${token}`))?.subject, id)
  const jwks = await site.call('GET', '/.well-known/jwks.json')
  assert.equal(jwks.headers.get('cache-control'), 'public, max-age=600')
  const [key, ...others] = (await jwks.json()).keys
  assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
  assert.equal(others.length, 0)
})

test('accepts a token signed by the test, so that the rejections below are meaningful', async () => {
  const site = await testIdentity()
  const { sign, id } = await workshop(site)
  assert.equal((await site.identity.identify(`Bearer ${await sign()}`))?.subject, id)
})

test('rejects a token that is unsigned, or signed with the public key as an HMAC secret', async () => {
  const site = await testIdentity()
  const { claims, publicJwk, sign } = await workshop(site)
  const spki = await exportSPKI((await importJWK(publicJwk, 'ES256', { extractable: true })) as CryptoKey)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const attacks = {
    none: `${new UnsecuredJWT(claims).encode()}x`,
    'HS256 with the SPKI': await sign({}, bytes(spki), { alg: 'HS256' }),
    'HS256 with the JWK': await sign({}, bytes(JSON.stringify(publicJwk)), { alg: 'HS256' }),
  }
  assert.deepEqual(await accepted(site, attacks), [])
  assert.equal(await site.identity.identify(`Bearer ${new UnsecuredJWT(claims).encode()}`), null)
})

test('rejects a token signed with an unknown key, regardless of its header', async () => {
  const site = await testIdentity()
  const { sign } = await workshop(site)
  const foreign = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(foreign.publicKey)
  const by = foreign.privateKey
  const attacks = {
    'our kid': await sign({}, by),
    'no kid': await sign({}, by, { kid: undefined as unknown as string }),
    jwk: await sign({}, by, { jwk }),
    jku: await sign({}, by, { jku: 'https://evil.example/jwks.json' }),
    'kid as a path': await sign({}, by, { kid: '../../../dev/null' }),
    'kid as SQL': await sign({}, by, { kid: "x' union select 1 --" }),
    'another algorithm': await sign({}, (await generateKeyPair('ES384')).privateKey, { alg: 'ES384' }),
    'an unknown kid': await sign({}, by, { kid: 'x' }),
  }
  assert.deepEqual(await accepted(site, attacks), [])
})

test('rejects a token with the wrong audience, issuer, subject, or role', async () => {
  const site = await testIdentity()
  const { sign } = await workshop(site)
  const attacks = {
    'another issuer': await sign({ iss: 'https://evil.example/auth/v1' }),
    'no issuer': await sign({ iss: undefined }),
    'another audience': await sign({ aud: 'other' }),
    'no audience': await sign({ aud: undefined }),
    anon: await sign({ role: 'anon' }),
    service: await sign({ role: 'service_role' }),
    'no role': await sign({ role: undefined }),
    anonymous: await sign({ is_anonymous: true }),
    'no subject': await sign({ sub: undefined }),
    'a subject of another kind': await sign({ sub: "1' or '1'='1" }),
    'another subject': await sign({ sub: randomUUID() }),
    'no session': await sign({ session_id: undefined }),
    'another session': await sign({ session_id: randomUUID() }),
  }
  assert.deepEqual(await accepted(site, attacks), [])
})

test('rejects a token that names another member’s session', async () => {
  const site = await testIdentity()
  const [alice, bob] = [await workshop(site), await workshop(site)]
  const attacks = { mixed: await alice.sign({ session_id: bob.claims.session_id }) }
  assert.deepEqual(await accepted(site, attacks), [])
})

test('rejects a token that is expired, never expires, or is not valid yet', async () => {
  const site = await testIdentity()
  const { sign, claims } = await workshop(site)
  const attacks = {
    expired: await sign({ exp: claims.iat! - 1 }),
    'without an end': await sign({ exp: undefined }),
    'with an end that is no number': await sign({ exp: 'never' as unknown as number }),
    'from tomorrow': await sign({ nbf: claims.iat! + 86_400 }),
  }
  assert.deepEqual(await accepted(site, attacks), [])
})

test('rejects a token that was altered, was truncated, or is too long', async () => {
  const site = await testIdentity()
  const { token, sign } = await workshop(site)
  const [head, body, signature] = token.split('.') as [string, string, string]
  const changed = {
    ...JSON.parse(new TextDecoder().decode(base64url.decode(body))),
    role: 'authenticated',
    email: 'x@y.z',
  }
  const attacks = {
    'other claims': [head, base64url.encode(JSON.stringify(changed)), signature].join('.'),
    'no signature': `${head}.${body}.`,
    'half a signature': `${head}.${body}.${signature.slice(0, 40)}`,
    dots: 'a.b.c',
    'nine thousand characters': await sign({ filler: 'x'.repeat(9000) }),
  }
  assert.deepEqual(await accepted(site, attacks), [])
})

test('rejects a cached token once it expires', async () => {
  const site = await testIdentity()
  const { token } = await workshop(site)
  assert.ok(await site.identity.identify(`Bearer ${token}`))
  site.clock.advance(3_600_001)
  assert.equal(await site.identity.identify(`Bearer ${token}`), null)
})
