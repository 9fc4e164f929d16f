import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, one, run } from '#kernel/db.ts'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { untilBlocked } from '#tests/support/database.ts'
import { signedUp, testIdentity, type TestIdentity, unique } from '#tests/support/identity.ts'

const signIn = (site: TestIdentity, email: unknown, password: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', '/token?grant_type=password', { email, password }, headers)
const seconds = (answer: Response) => Number(answer.headers.get('retry-after'))

test('signs in with the correct password, ignoring the address’s case, and does not reveal whether an account exists', async () => {
  const site = await testIdentity()
  const { email, password, id } = await signedUp(site)
  const right = await signIn(site, email.toUpperCase(), password)
  assert.deepEqual([right.status, (await right.json()).user.id], [200, id])
  const wrong = await signIn(site, email, 'another password')
  const nobody = await signIn(site, `nobody${unique()}@example.org`, 'another password')
  assert.deepEqual([wrong.status, await wrong.text()], [nobody.status, await nobody.text()])
  const { error } = await site.client().auth.signInWithPassword({ email, password: 'another password' })
  assert.deepEqual([error?.code, error?.message], ['invalid_credentials', 'Invalid login credentials'])
})

test('takes the same time for known and unknown addresses', async () => {
  const site = await testIdentity({ rateLimits: false })
  const { email } = await signedUp(site)
  const timed = async (address: string) => {
    const beforeMs = cpuMs()
    await (await signIn(site, address, 'another password')).text()
    return cpuMs() - beforeMs
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 40; round++) {
    known.push(await timed(email))
    unknown.push(await timed(`nobody${unique()}@example.org`))
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[20]!
  const ratio = median(known) / median(unknown)
  assert.ok(ratio > 0.8 && ratio < 1.25, `known/unknown = ${ratio.toFixed(2)}`)
})

test('compares passwords exactly, including case, spaces, and the hundredth character', async () => {
  const site = await testIdentity()
  const email = `someone${unique()}@example.org`
  const password = ` ${'pässwörd '.repeat(12)}X`
  await site.client().auth.signUp({ email, password })
  assert.equal((await signIn(site, email, password)).status, 200)
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), password.normalize('NFD')]) {
    assert.equal((await signIn(site, email, other)).status, 400)
  }
})

test('rejects invalid input without logging an error', async () => {
  const site = await testIdentity()
  for (const [email, password] of [
    [undefined, 'x'],
    [['a@b.co'], 'x'],
    [{}, 'x'],
    ['a@b.co', undefined],
    ['a@b.co', ['x']],
    ['a@b.co', 'x'.repeat(2000)],
    ["' or 1=1 --", "' or 1=1 --"],
    ['x'.repeat(5000), 'x'],
  ]) {
    assert.equal((await signIn(site, email, password)).status, 400)
  }
  assert.deepEqual(site.lines, [])
})

test('after ten wrong passwords, locks the account for that network only, regardless of request headers', async () => {
  const site = await testIdentity()
  const { email, password } = await signedUp(site)
  const from = (ip: string) => ({ 'x-test-ip': ip, 'x-forwarded-for': `203.0.113.${unique()}` })
  for (let attempt = 1; attempt <= 10; attempt++) {
    assert.equal((await signIn(site, email, 'wrong', from(`198.51.100.${attempt}`))).status, 400)
  }
  const eleventh = await signIn(site, email, password, from('198.51.100.77'))
  const { code, message } = await eleventh.json()
  assert.deepEqual(
    [eleventh.status, code, message],
    [429, 'over_request_rate_limit', 'Request rate limit reached. Try again in 5 minutes.'],
  )
  assert.ok(seconds(eleventh) > 0 && seconds(eleventh) <= 300)
  assert.equal((await signIn(site, email, password, from('203.0.113.9'))).status, 200)
  site.clock.advance(300_000)
  assert.equal((await signIn(site, email, password, from('198.51.100.77'))).status, 200)
})

test('treats all addresses of an IPv6 subscriber as one caller', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  for (let attempt = 1; attempt <= 10; attempt++) {
    await signIn(site, email, 'wrong', { 'x-test-ip': `2001:db8:1:2:${attempt}::1` })
  }
  assert.equal((await signIn(site, email, 'wrong', { 'x-test-ip': '2001:db8:1:2:ffff::1' })).status, 429)
  assert.equal((await signIn(site, email, 'wrong', { 'x-test-ip': '2001:db8:1:3::1' })).status, 400)
})

test('resets the count after the correct password is entered', async () => {
  const site = await testIdentity()
  const { email, password } = await signedUp(site)
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 9; attempt++) await signIn(site, email, 'wrong')
    assert.equal((await signIn(site, email, password)).status, 200)
  }
})

test('limits one IP address to sixty attempts across all accounts', async () => {
  const site = await testIdentity()
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async (_, index) => (await signIn(site, `nobody${index}@example.org`, 'wrong')).status),
  )
  assert.deepEqual([statuses.filter((status) => status === 429).length], [1])
})

test('limits an IP address to ten sign-ups per hour and 150 refreshes in five minutes', async () => {
  const site = await testIdentity()
  const signUp = (email: string) => site.call('POST', '/signup', { email, password: 'loom and engine' })
  for (let slip = 0; slip < 10; slip++) assert.equal((await signUp('not an address')).status, 400)
  for (let count = 0; count < 10; count++) assert.equal((await signUp(`member${count}@example.org`)).status, 200)
  const eleventh = await signUp('member11@example.org')
  assert.equal(eleventh.status, 429)
  assert.ok(seconds(eleventh) > 3000)
  const refresh = () => site.call('POST', '/token?grant_type=refresh_token', { refresh_token: 'x' })
  for (let count = 0; count < 150; count++) await refresh()
  assert.equal((await refresh()).status, 429)
})

test('upgrades a hash with outdated parameters at sign-in', async () => {
  const site = await testIdentity()
  const { email, password, id } = await signedUp(site)
  // The password's Argon2id hash with 8 MiB and one pass, as an older version might have stored it.
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.from('sixteen bytes!!!')
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(tag)}`
  await run(site.db)`update identity_users set password_hash = ${old} where id = ${id}::uuid`
  assert.equal((await signIn(site, email, password)).status, 200)
  const row = await one<{ hash: string }>(
    site.db,
  )`select password_hash as hash from identity_users where id = ${id}::uuid`
  assert.match(row!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal((await signIn(site, email, password)).status, 200)
})

test('creates no session when the password changes during a sign-in', async () => {
  const site = await testIdentity()
  const { email, password, id } = await signedUp(site)
  const other = await signedUp(site)
  const { promise: isChanged, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const change = inTransaction(site.db, async (db) => {
    await run(db)`update identity_users set password_hash =
      (select password_hash from identity_users where id = ${other.id}::uuid) || 'x' where id = ${id}::uuid`
    await run(db)`delete from identity_sessions where user_id = ${id}::uuid`
    held()
    await isChanged
  })
  await isHeld
  const late = signIn(site, email, password)
  await untilBlocked(site.db)
  commit()
  await change
  assert.equal((await late).status, 400)
  assert.equal(await one(site.db)`select from identity_sessions where user_id = ${id}::uuid`, null)
})
