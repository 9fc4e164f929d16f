import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { one } from '#kernel/db.ts'
import { memberOfIdentity } from '#features/people/profiles/members.store.ts'
import { changeRole } from '#features/people/profiles/roles.contract.ts'
import { findRoleHolder, transferOwnership } from '#features/people/profiles/roles.store.ts'
import { testApplication, type TestApplication } from '#tests/support/application.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { patienceMs } from '#tests/support/patience.ts'

/** Signs up at the identity provider without calling the site. @returns the access token */
async function signUp(site: TestApplication, username: string): Promise<string> {
  const body = {
    email: `${username}@devstead.test`,
    password: `secret of ${username}`,
    data: { username, fullName: `Full ${username}` },
  }
  const response = await site.call('POST', '/auth/v1/signup', { body })
  return ((await response.json()) as { access_token: string }).access_token
}

const roleOf = async (site: TestApplication, token: string) =>
  ((await (await site.call('GET', '/api/users/me', { token })).json()) as { role: string }).role

const ownerOf = async (site: TestApplication) =>
  ((await (await site.call('GET', '/api/site')).json()) as { ownerUsername: string }).ownerUsername

test('makes the first account the owner, even if another member’s token is used first', async () => {
  const site = await testApplication()
  const [early, late] = [await signUp(site, 'early'), await signUp(site, 'late')]
  assert.deepEqual([await roleOf(site, late), await ownerOf(site)], ['member', 'early'])
  assert.deepEqual(site.announced(), ['members'])
  assert.equal(await roleOf(site, early), 'admin')
  assert.deepEqual(site.announced(), [])
})

test('makes only the first account the owner when ten people sign up concurrently', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const names = Array.from({ length: 10 }, (_, n) => `member${n}`)
  const tokens = await Promise.all(names.map((name) => signUp(site, name)))
  const first = await one<{ username: string }>(site.db)`
    select metadata->>'username' as username from identity_users order by created_at, id limit 1`
  const roles = await Promise.all(tokens.toReversed().map((token) => roleOf(site, token)))
  assert.deepEqual(
    names.toReversed().filter((_, n) => roles[n] === 'admin'),
    [first!.username],
  )
  assert.equal(await ownerOf(site), first!.username)
})

test('makes an existing member the owner at startup when OWNER_USERNAME names them', async () => {
  const before = await testApplication()
  await before.register('first')
  const second = await before.register('second')
  assert.equal(await roleOf(before, second), 'member')
  before.announced()
  const after = await testApplication({ OWNER_USERNAME: 'Second' })
  assert.deepEqual([await roleOf(after, second), await ownerOf(after)], ['admin', 'second'])
  await vi.waitFor(() => assert.deepEqual(before.announced(), ['members']), { timeout: patienceMs, interval: 20 })
})

test('makes the member who signs up with the username in OWNER_USERNAME the owner', async () => {
  const site = await testApplication({ OWNER_USERNAME: 'boss' })
  const early = await site.register('early')
  assert.deepEqual([await roleOf(site, early), await ownerOf(site)], ['member', 'early'])
  const boss = await site.register('boss')
  assert.deepEqual([await roleOf(site, boss), await ownerOf(site)], ['admin', 'boss'])
})

test('logs a warning instead of making a suspended member the owner', async () => {
  const before = await testApplication()
  const first = await before.register('first')
  await before.register('second')
  const { id } = (await (await before.call('GET', '/api/users/by-username/second')).json()) as { id: number }
  const body = { reason: 'Spam' }
  await before.call('PUT', `/api/admin/members/${id}/suspension`, { token: first, body })
  const after = await testApplication({ OWNER_USERNAME: 'second', LOG_LEVEL: 'warn' })
  assert.deepEqual([await roleOf(after, first), await ownerOf(after)], ['admin', 'first'])
})

test('approves a waiting member when OWNER_USERNAME names them', async () => {
  const before = await testApplication({ OWNER_USERNAME: 'bos', REGISTRATION: 'approval' })
  const boss = await signUp(before, 'boss')
  const statusOf = async (site: TestApplication) => (await site.call('GET', '/api/users/me', { token: boss })).status
  assert.equal(await statusOf(before), 403)
  const after = await testApplication({ OWNER_USERNAME: 'boss', REGISTRATION: 'approval' })
  assert.deepEqual([await statusOf(after), await roleOf(after, boss), await ownerOf(after)], [200, 'admin', 'boss'])
  const { action, actor } = (await one<{ action: string; actor: number | null }>(after.db)`
    select action, actor_id as actor from audit_log where action = 'registration.approved'`)!
  assert.deepEqual([action, actor], ['registration.approved', null])
})

test('rejects an administrator’s next request in the same session once their role is revoked', async () => {
  const site = await testApplication()
  const [owner, other] = [await site.register('olga'), await site.register('otis')]
  const { id } = (await (await site.call('GET', '/api/users/me', { token: other })).json()) as { id: number }
  const role = (role: string) => site.call('PUT', changeRole.href({ id }), { token: owner, body: { role } })
  const statusOf = async () => (await site.call('GET', '/api/admin/mails', { token: other })).status
  const seen = [await statusOf()]
  for (const next of ['admin', 'member']) {
    assert.equal((await role(next)).status, 200)
    seen.push(await statusOf())
  }
  assert.deepEqual(seen, [403, 200, 403])
  assert.equal(await roleOf(site, other), 'member')
})

test('emails members when their role changes', async () => {
  const mail = await startMailServer({})
  onTestFinished(mail.close)
  const site = await testApplication({ SMTP_URL: mail.url, MAIL_FROM: 'hello@devstead.test', SITE_NAME: 'Harbor' })
  for (const username of ['olga', 'otis']) {
    const account = { email: `${username}@devstead.test`, password: 'loom and engine', username, fullName: 'Full' }
    const { subject } = await site.ctx.identity.createAccount(account)
    const metadata = { username, fullName: 'Full' }
    await memberOfIdentity(site.db, { issuer: 'embedded', subject, email: account.email, metadata })
  }
  const [olga, otis] = [await findRoleHolder(site.db, 'olga'), await findRoleHolder(site.db, 'otis')]
  await transferOwnership(site.db, otis!.id, olga!.id)
  await vi.waitFor(() => assert.equal(mail.received.length, 2), { timeout: patienceMs })
  const texts = mail.received.map(({ text }) => text.replace(/=\r\n/g, '')).toSorted()
  const of = (name: string) => texts.find((text) => text.includes(`To: ${name}@devstead.test`))!
  assert.match(of('otis'), /Subject: You are now the owner of Harbor/)
  assert.match(of('otis'), /@olga made you the owner of Harbor \(http:\/\/devstead\.test\)\./)
  assert.match(of('otis'), /^http:\/\/devstead\.test\/admin\r$/m)
  assert.match(of('olga'), /@olga transferred your ownership of Harbor/)
})
