import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { signedUp, type TestIdentity, testIdentity, withApp } from '#tests/support/identity.ts'

async function withCodes(site: TestIdentity) {
  const alice = await signedUp(site)
  const app = await withApp(alice.client)
  const { data, error } = await alice.client.auth.mfa.recoveryCodes.generate()
  assert.equal(error, null)
  const signIn = async () => {
    const client = site.client()
    await client.auth.signInWithPassword(alice)
    return client
  }
  return { ...alice, app, codes: data.codes, signIn }
}
const codesOf = (client: TestIdentity['client'] extends () => infer C ? C : never) => client.auth.mfa.recoveryCodes

test('returns ten codes only once and stores only their hashes', async () => {
  const site = await testIdentity()
  const { client, codes } = await withCodes(site)
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[2-9a-km-np-z]{16}$/)
  const { data } = await codesOf(client).getStatus()
  assert.deepEqual([data?.type, data?.total, data?.remaining], ['recovery_code', 10, 10])
  const stored = await many<{ text: string }>(site.db)`select c::text as text from identity_recovery_codes c`
  assert.equal(
    stored.some(({ text }) => codes.some((code) => text.includes(code))),
    false,
  )
  assert.deepEqual(
    (await client.auth.mfa.listFactors()).data!.recovery_code.map((factor) => factor.friendly_name),
    ['Recovery codes'],
  )
  assert.equal((await codesOf(client).generate()).error?.code, 'mfa_verified_factor_exists')
})

test('accepts a code only once, however it is formatted, and counts the remaining codes', async () => {
  const site = await testIdentity()
  const { codes, signIn } = await withCodes(site)
  const typed = codes[0]!.toUpperCase().replace(/(.{4})(?=.)/g, '$1- ')
  const client = await signIn()
  const { data } = await codesOf(client).verify({ code: typed })
  const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(data!.access_token)
  assert.deepEqual([claims.aal, claims.amr[0]?.method], ['aal2', 'mfa/recovery_code'])
  assert.ok(await site.identity.identify(`Bearer ${data!.access_token}`))
  assert.equal((await codesOf(client).getStatus()).data?.remaining, 9)
  const again = await signIn()
  assert.equal((await codesOf(again).verify({ code: typed })).error?.code, 'mfa_verification_failed')
})

test('accepts only one of several concurrent uses of a code', async () => {
  const site = await testIdentity()
  const { codes, signIn } = await withCodes(site)
  const clients = [await signIn(), await signIn(), await signIn()]
  const answers = await Promise.all(clients.map((client) => codesOf(client).verify({ code: codes[3]! })))
  assert.equal(answers.filter(({ error }) => !error).length, 1)
})

test('rejects empty codes, replaced codes, and other users’ codes, and blocks guesses after ten attempts', async () => {
  const site = await testIdentity()
  const alice = await withCodes(site)
  const bob = await withCodes(site)
  const client = await alice.signIn()
  await codesOf(client).verify({ code: alice.codes[0]! })
  const renewed = await codesOf(client).regenerate()
  assert.equal(renewed.data?.codes.length, 10)
  const guesser = await alice.signIn()
  for (const code of [bob.codes[0]!, '', alice.codes[1]!, ...Array.from({ length: 7 }, () => 'wrong')]) {
    assert.equal((await codesOf(guesser).verify({ code })).error?.code, 'mfa_verification_failed')
  }
  const locked = await codesOf(guesser).verify({ code: renewed.data.codes[0]! })
  assert.deepEqual([locked.error?.code, locked.error?.status], ['mfa_recovery_codes_locked', 429])
  await codesOf(client).regenerate()
})

test('requires an authenticator app to create recovery codes, and lets the member remove the codes', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  assert.equal((await codesOf(client).generate()).error?.code, 'insufficient_aal')
  assert.equal((await codesOf(client).getStatus()).error?.code, 'mfa_factor_not_found')
  const alice = await withCodes(site)
  assert.equal((await codesOf(alice.client).unenroll()).error, null)
  assert.equal((await codesOf(alice.client).unenroll()).error?.code, 'mfa_factor_not_found')
  assert.equal(
    (await codesOf(await alice.signIn()).verify({ code: alice.codes[0]! })).error?.code,
    'mfa_verification_failed',
  )
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', ''],
    ['POST', '/verify'],
    ['POST', '/regenerate'],
  ]) {
    assert.equal((await site.call(method!, `/factors/recovery-codes${path}`)).status, 401)
  }
})
