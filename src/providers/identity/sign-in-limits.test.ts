import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { challengeOf, proofOf, signedUp, testIdentity, type TestIdentity, unique } from '#tests/support/identity.ts'
import { minFillMs } from './sign-up-proof.ts'
import { tasksOf } from '#tests/support/jobs.ts'

interface From {
  ip?: string
  cookie?: string
}
const signIn = (site: TestIdentity, email: string, password: string, { ip, cookie }: From = {}) =>
  site.call(
    'POST',
    '/token?grant_type=password',
    { email, password },
    { ...(ip && { 'x-test-ip': ip }), ...(cookie && { cookie }) },
  )
const statusOf = async (answer: Promise<Response>) => (await answer).status
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0]!

/** Longer than any password, so it counts as a guess but is rejected without computing a hash. */
const wrong = 'x'.repeat(2000)
/** Returns an IPv6 address in its own /48. */
const farAway = (network: number) => `2001:db8:${network.toString(16)}:1::1`

/** An account, and the cookie of the browser in which it signed in. */
async function withDevice(site: TestIdentity) {
  const account = await signedUp(site)
  const answer = await signIn(site, account.email, account.password, { ip: '192.0.2.1' })
  assert.equal(answer.status, 200)
  return { ...account, cookie: cookieOf(answer) }
}

/** Makes guesses from each network until one is rejected. @returns how many guesses were allowed */
async function attack(site: TestIdentity, email: string, ips: string[]): Promise<number> {
  const guesses = await Promise.all(
    ips.map(async (ip) => {
      let accepted = 0
      while ((await statusOf(signIn(site, email, wrong, { ip }))) === 400) accepted++
      return accepted
    }),
  )
  return guesses.reduce((sum, count) => sum + count, 0)
}

/** Uses up the guesses that unknown devices are allowed for the account. */
async function useUpGuesses(site: TestIdentity, email: string): Promise<void> {
  for (const limit of ['identity-sign-in-account-first', 'identity-sign-in-account']) {
    await run(site.db)`insert into rate_limits (key, window_ends, calls)
      values (${`${limit}:${email}`}, ${new Date(site.clock.now() + 3_600_000)}, 1000)
      on conflict (key) do update set calls = excluded.calls`
  }
}

const networks = (count: number, from = 1) => Array.from({ length: count }, (_, index) => farAway(from + index))

test('does not lock out the owner after 100 wrong passwords from ten networks', async () => {
  const site = await testIdentity()
  const { email, password, cookie } = await withDevice(site)
  assert.equal(await attack(site, email, networks(10)), 100)
  assert.equal(await statusOf(signIn(site, email, password, { ip: '192.0.2.1' })), 200)
  assert.equal(await statusOf(signIn(site, email, password, { ip: '192.0.2.1', cookie })), 200)
})

test('lets a known device sign in during an attack that exhausts all other limits, even on its network', async () => {
  const site = await testIdentity()
  const { email, password, cookie } = await withDevice(site)
  const accepted = await attack(site, email, networks(120))
  assert.ok(accepted > 100 && accepted <= 500, `${accepted} guesses`)
  assert.equal(await statusOf(signIn(site, email, password, { ip: '203.0.113.5' })), 429)
  for (const ip of ['203.0.113.5', farAway(1)]) {
    assert.equal(await statusOf(signIn(site, email, password, { ip, cookie })), 200)
  }
})

test('limits strangers to 500 guesses per day against one account, no matter how many networks they use', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  let accepted = 0
  for (let hour = 0; hour < 8; hour++) {
    accepted += await attack(site, email, networks(40, hour * 40))
    site.clock.advance(2 * 3_600_000)
  }
  assert.ok(accepted > 300 && accepted <= 500, `${accepted} guesses`)
})

test('allows a provider block (/48) only a few guesses against an account, no matter how many subnets it uses', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  const subnets = Array.from({ length: 12 }, (_, index) => `2001:db8:77:${index}::1`)
  assert.equal(await attack(site, email, subnets), 20)
})

test('limits a provider block to guesses against 180 accounts in five minutes', async () => {
  const site = await testIdentity()
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const tries = Array.from({ length: 40 }, () =>
      statusOf(signIn(site, `nobody${unique()}@example.org`, wrong, { ip: `2001:db8:78:${round}::1` })),
    )
    statuses.push(...(await Promise.all(tries)))
  }
  assert.equal(statuses.filter((status) => status === 400).length, 180)
})

test('gives a known device ten guesses of its own, which the correct password resets', async () => {
  const site = await testIdentity()
  const { email, password, cookie } = await withDevice(site)
  const from = { ip: '192.0.2.1', cookie }
  for (let round = 0; round < 2; round++) {
    for (let guess = 0; guess < 9; guess++) assert.equal(await statusOf(signIn(site, email, wrong, from)), 400)
    assert.equal(await statusOf(signIn(site, email, password, from)), 200)
  }
  for (let guess = 0; guess < 10; guess++) await signIn(site, email, wrong, from)
  const refused = await signIn(site, email, password, from)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) <= 300)
  assert.match((await refused.json()).message, /Try again in 5 minutes\.$/)
})

test('does not count correct passwords as guesses', async () => {
  const site = await testIdentity()
  const { email, password } = await signedUp(site)
  for (let count = 0; count < 25; count++) {
    assert.equal(await statusOf(signIn(site, email, password, { ip: `198.51.${count}.1` })), 200)
  }
  const counts = await many<{ calls: number }>(site.db)`
    select calls from rate_limits where key like ${`identity-sign-in-account%:${email}`}`
  assert.ok(counts.every(({ calls }) => calls === 0))
})

test('sets a device cookie that is HttpOnly, is limited to these endpoints, and does not authenticate anyone', async () => {
  const site = await testIdentity()
  const { email, password, cookie } = await withDevice(site)
  const answer = await signIn(site, email, password, { cookie })
  assert.match(
    answer.headers.get('set-cookie')!,
    /^device=[\w-]{43}; Max-Age=34560000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/,
  )
  assert.equal(cookieOf(answer), cookie)
  assert.equal(await statusOf(site.call('GET', '/user', undefined, { cookie })), 401)
  assert.equal(await statusOf(signIn(site, email, 'another password', { cookie })), 400)
  const secure = await testIdentity({ siteUrl: 'https://example.org' })
  const { email: other, password: others } = await signedUp(secure)
  assert.match((await signIn(secure, other, others)).headers.get('set-cookie')!, /; Secure/)
})

test('recognizes a device for every account that has signed in on it, and for no other account', async () => {
  const site = await testIdentity()
  const [alice, bob, carol] = [await withDevice(site), await signedUp(site), await signedUp(site)]
  const cookie = cookieOf(await signIn(site, bob.email, bob.password, { cookie: alice.cookie }))
  assert.notEqual(cookie, alice.cookie)
  for (const { email } of [alice, bob, carol]) await useUpGuesses(site, email)
  const again = ({ email, password }: { email: string; password: string }) =>
    statusOf(signIn(site, email, password, { ip: '203.0.113.5', cookie }))
  assert.deepEqual([await again(alice), await again(bob), await again(carol)], [200, 200, 429])
})

test('does not recognize the attacker’s device through a cookie planted in the owner’s browser', async () => {
  const site = await testIdentity()
  const [attacker, owner] = [await withDevice(site), await signedUp(site)]
  await signIn(site, owner.email, owner.password, { cookie: attacker.cookie })
  await useUpGuesses(site, owner.email)
  const { email, password } = owner
  assert.equal(await statusOf(signIn(site, email, password, { ip: '203.0.113.5', cookie: attacker.cookie })), 429)
  for (const cookie of ['device=', 'device=x', `device=${'A'.repeat(43)}`, `device=${'A'.repeat(4000)}`, ';;=;']) {
    assert.equal(await statusOf(signIn(site, email, password, { ip: '203.0.113.5', cookie })), 429)
  }
})

test('keeps at most twenty devices per account, and first drops those that have not signed in again', async () => {
  const site = await testIdentity()
  const { id, email, password, cookie } = await withDevice(site)
  site.clock.advance(60_000)
  await signIn(site, email, password, { cookie })
  for (let count = 0; count < 21; count++) {
    site.clock.advance(60_000)
    await signIn(site, email, password, { ip: `198.51.${count}.1` })
  }
  const devices = await many(site.db)`select from identity_devices where user_id = ${id}::uuid`
  assert.equal(devices.length, 20)
  assert.equal(cookieOf(await signIn(site, email, password, { cookie })), cookie)
})

test('forgets a device that has not signed in for 400 days', async () => {
  const site = await testIdentity()
  const { id } = await withDevice(site)
  const devices = () => many(site.db)`select from identity_devices where user_id = ${id}::uuid`
  site.clock.advance(399 * 86_400_000)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  assert.equal((await devices()).length, 2)
  site.clock.advance(2 * 86_400_000)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  assert.equal((await devices()).length, 0)
})

test('does not let strangers use up a signed-in member’s limit for confirming their password', async () => {
  const site = await testIdentity()
  const { email, password, session } = await signedUp(site)
  await useUpGuesses(site, email)
  const change = (body: object) =>
    site.call('PUT', '/user', body, { authorization: `Bearer ${session.access_token}`, 'x-test-ip': farAway(1) })
  const changed = await change({ password: 'a better secret', current_password: password })
  assert.equal(changed.status, 200)
  const mine = `Bearer ${session.access_token}`
  assert.equal(await site.identity.prove(mine, { password: 'a better secret' }, farAway(1)), true)
})

test('limits each session to ten password checks in five minutes, independently of other sessions', async () => {
  const site = await testIdentity()
  const { email, password, session } = await signedUp(site)
  const other = await (await signIn(site, email, password)).json()
  const prove = ({ access_token: token }: { access_token: string }, tried: string) =>
    site.identity.prove(`Bearer ${token}`, { password: tried }, farAway(1))
  for (let guess = 0; guess < 10; guess++) assert.equal(await prove(session, wrong), false)
  await assert.rejects(prove(session, password), { code: 'rate_limited' })
  assert.equal(await prove(other, password), true)
})

test('limits sign-ups to thirty per provider block per hour, and to sixty site-wide in ten minutes', async () => {
  const site = await testIdentity()
  const challenges = await Promise.all(Array.from({ length: 64 }, () => challengeOf(site)))
  site.clock.advance(minFillMs)
  const signUp = (ip: string) => {
    const account = { email: `m${unique()}@example.org`, password: 'loom and engine' }
    return site.call('POST', '/signup', { ...account, ...proofOf(challenges.pop()!) }, { 'x-test-ip': ip })
  }
  const inBlock: number[] = []
  for (let subnet = 0; subnet < 4; subnet++) {
    for (let count = 0; count < 8; count++) inBlock.push(await statusOf(signUp(`2001:db8:99:${subnet}::1`)))
  }
  assert.deepEqual(
    inBlock.map((status) => status === 200),
    inBlock.map((_, index) => index < 30),
  )
  for (let network = 1; network <= 30; network++) assert.equal(await statusOf(signUp(farAway(network))), 200)
  const refused = await signUp(farAway(31))
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) <= 600)
  assert.match((await refused.json()).message, /Try again in \d+ minutes\.$/)
  site.clock.advance(600_000)
  assert.equal(await statusOf(signUp(farAway(31))), 200)
})
