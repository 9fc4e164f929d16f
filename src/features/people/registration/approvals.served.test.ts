import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import type { AdminMemberList } from '#features/admin/members/members.contract.ts'
import { getNotifications, type NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { changeRole } from '#features/people/profiles/roles.contract.ts'
import { choose, invitationBy, signUpAt } from '#tests/support/registering.ts'
import { testApplication } from '#tests/support/application.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { approveMember, declineMember } from './approvals.contract.ts'

/** A site whose administrator approves new members, with Linus, who is waiting. */
async function site(settings: Record<string, string> = {}) {
  const t = await testApplication({ RATE_LIMITS: 'off', ...settings })
  const admin = await t.register('adawrites')
  await choose(t, admin, { mode: 'approval' })
  const signUp = signUpAt(t)
  const { token: linus } = await signUp('linus')
  const waiting = async () =>
    (await (await t.call('GET', '/api/admin/members?state=waiting', { token: admin })).json()) as AdminMemberList
  const { id } = (await waiting()).members[0]!
  const statusOf = async (method: string, target: string, token: string | undefined, body?: unknown) =>
    (await t.call(method, target, { token: token ?? null, body })).status
  const notifications = async () =>
    (
      (await (await t.call('GET', getNotifications.path, { token: admin })).json()) as NotificationList
    ).notifications.filter(({ kind }) => kind === 'approval_needed')
  return { ...t, admin, signUp, linus, waiting, id, statusOf, notifications }
}

test('lets waiting members read what visitors may read, but nothing else', async () => {
  const t = await site()
  const me = await t.call('GET', '/api/users/me', { token: t.linus! })
  assert.deepEqual([me.status, ((await me.json()) as { code: string }).code], [403, 'awaiting_approval'])
  assert.equal(await t.statusOf('GET', '/api/posts', t.linus), 200)
  assert.equal(await t.statusOf('POST', '/api/posts', t.linus, { content: 'Hello' }), 403)
  assert.equal(await t.statusOf('GET', '/api/users/by-username/linus', t.admin), 404)
  assert.equal((await t.waiting()).total, 1)
  assert.deepEqual(
    (await t.waiting()).members.map(({ username, isWaiting }) => [username, isWaiting]),
    [['linus', true]],
  )
  assert.equal(await t.statusOf('PUT', changeRole.href({ id: t.id }), t.admin, { role: 'admin' }), 409)
})

test('tells people whether they have been approved', async () => {
  const t = await site()
  const membership = async (token: string | null = null) =>
    (await (await t.call('GET', '/api/account/membership', { token })).json()) as object
  assert.deepEqual(await membership(t.linus), { isMember: false, isWaiting: true })
  assert.deepEqual(await membership(), { isMember: false, isWaiting: false })
  assert.equal((await t.call('PUT', `/api/admin/members/${t.id}/approval`, { token: t.admin })).status, 204)
  assert.deepEqual(await membership(t.linus), { isMember: true, isWaiting: false })
})

test('lets approved members in with the same session, and withdraws the notifications', async () => {
  const t = await site()
  assert.deepEqual(
    (await t.notifications()).map(({ count }) => count),
    [1],
  )
  await t.signUp('grace')
  assert.deepEqual(
    (await t.notifications()).map(({ count }) => count),
    [2],
  )
  assert.equal(await t.statusOf('PUT', approveMember.href({ id: t.id }), t.admin), 204)
  assert.equal(await t.statusOf('PUT', approveMember.href({ id: t.id }), t.admin), 204)
  assert.equal(await t.statusOf('GET', '/api/users/me', t.linus), 200)
  assert.equal(await t.statusOf('POST', '/api/posts', t.linus, { content: 'Hello' }), 201)
  assert.deepEqual(
    (await t.notifications()).map(({ count }) => count),
    [1],
  )
  const entries = await many(
    t.db,
  )`select action, actor_id, subject_id from audit_log where action = 'registration.approved'`
  assert.equal(entries.length, 1)
})

test('never makes the owner wait, even if someone else uses the site first', async () => {
  const t = await testApplication({ REGISTRATION: 'approval' })
  const account = async (username: string) => {
    const body = { email: `${username}@devstead.test`, password: 'loom and engine', data: { username } }
    const response = await t.call('POST', '/auth/v1/signup', { body })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const [ada, linus] = [await account('adawrites'), await account('linus')]
  assert.equal((await t.call('GET', '/api/users/me', { token: linus })).status, 403)
  const me = await t.call('GET', '/api/users/me', { token: ada })
  assert.equal(((await me.json()) as { role: string }).role, 'admin')
  assert.equal((await t.call('GET', '/api/users/me', { token: linus })).status, 403)
})

test('deletes declined members, who can then register again', async () => {
  const t = await site()
  assert.equal(await t.statusOf('DELETE', declineMember.href({ id: t.id }), t.admin), 204)
  assert.equal(await t.statusOf('DELETE', declineMember.href({ id: t.id }), t.admin), 404)
  assert.equal(await t.statusOf('GET', '/api/users/me', t.linus), 401)
  assert.deepEqual(await t.notifications(), [])
  assert.equal(await one(t.db)`select from identity_users where email like 'linus@%'`, null)
  assert.equal((await t.signUp('linus')).status, 200)
  assert.deepEqual(
    (await t.waiting()).members.map(({ username }) => username),
    ['linus'],
  )
  const entries = await many(t.db)`select actor_id from audit_log where action = 'registration.declined'`
  assert.equal(entries.length, 1)
})

test('lets only administrators decline members, and only members who are waiting', async () => {
  const t = await site()
  const [approve, decline] = [approveMember.href({ id: t.id }), declineMember.href({ id: t.id })]
  for (const [token, status] of [
    [undefined, 401],
    [t.linus, 403],
  ] as const) {
    assert.equal(await t.statusOf('PUT', approve, token), status)
    assert.equal(await t.statusOf('DELETE', decline, token), status)
  }
  assert.equal(await t.statusOf('PUT', approve, t.admin), 204)
  assert.equal(await t.statusOf('DELETE', decline, t.admin), 409)
  assert.equal(await t.statusOf('PUT', approve, t.linus), 403)
  assert.equal(await t.statusOf('PUT', approveMember.href({ id: 999_999 }), t.admin), 404)
})

test('does not delete a member who is approved while another administrator declines them', async () => {
  const t = await site()
  const otherDeletion = Promise.withResolvers<void>()
  const lock = inTransaction(t.db, async (db) => {
    await run(db)`select pg_advisory_xact_lock(hashtext('departures'))`
    await otherDeletion.promise
  })
  const declining = t.statusOf('DELETE', declineMember.href({ id: t.id }), t.admin)
  const waits = async () => assert.ok(await one(t.db)`select from pg_locks where locktype = 'advisory' and not granted`)
  await vi.waitFor(waits, patienceMs)
  assert.equal(await t.statusOf('PUT', approveMember.href({ id: t.id }), t.admin), 204)
  otherDeletion.resolve()
  await lock
  assert.equal(await declining, 409)
  assert.equal(await t.statusOf('GET', '/api/users/me', t.linus), 200)
})

test('does not let administrators suspend waiting members, because lifting the suspension would let them in', async () => {
  const t = await site()
  const target = suspendMember.href({ id: t.id })
  assert.equal(await t.statusOf('PUT', target, t.admin, { reason: 'Spam' }), 404)
  assert.equal((await t.waiting()).total, 1)
})

test('lets invited people in without approval', async () => {
  const t = await site()
  const { token } = await t.signUp('grace', await invitationBy(t, t.admin, 1))
  assert.equal(await t.statusOf('GET', '/api/users/me', token), 200)
})

test('emails people about the decision', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const t = await testApplication({ SMTP_URL: mails.url, MAIL_FROM: 'site@devstead.test' })
  const tokenOf = async (username: string) => {
    const account = { email: `${username}@devstead.test`, password: 'loom and engine' }
    await t.ctx.identity.createAccount({ ...account, username, fullName: 'Full Name' })
    const session = await t.call('POST', '/auth/v1/token?grant_type=password', { body: account })
    const { access_token: token } = (await session.json()) as { access_token: string }
    await t.call('GET', '/api/users/me', { token })
    return token
  }
  const admin = await tokenOf('adawrites')
  await choose(t, admin, { mode: 'approval' })
  for (const username of ['linus', 'grace']) await tokenOf(username)
  const list = await t.call('GET', '/api/admin/members?state=waiting', { token: admin })
  const { members } = (await list.json()) as AdminMemberList
  const idOf = (name: string) => members.find(({ username }) => username === name)!.id
  await t.call('PUT', approveMember.href({ id: idOf('linus') }), { token: admin })
  await t.call('DELETE', declineMember.href({ id: idOf('grace') }), { token: admin })
  const welcome = await mails.mailTo('linus@devstead.test')
  assert.deepEqual([welcome.subject, welcome.link], ['Welcome to Devstead', 'http://devstead.test/login'])
  assert.match(welcome.plain, /your account @linus at http:\/\/devstead\.test/)
  const refusal = await mails.mailTo('grace@devstead.test')
  assert.deepEqual([refusal.subject, refusal.link], ['Your registration at Devstead', 'http://devstead.test/'])
  assert.match(refusal.plain, /Your account @grace at http:\/\/devstead\.test/)
})
