import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { proveIdentity } from '#features/people/accounts/account-proofs.contract.ts'
import { endAccountSession } from '#features/people/accounts/account-sessions.contract.ts'
import { endMemberSessions } from '#features/admin/members/members.contract.ts'
import { createRecoveryLink } from '#features/people/accounts/accounts.contract.ts'
import { createArchiveLink } from '#features/admin/archives/archives.contract.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { declineMember } from '#features/people/registration/approvals.contract.ts'
import { changeRole, changeOwner } from '#features/people/profiles/roles.contract.ts'
import { changeUsername, renameMember } from '#features/people/profiles/username-changes.contract.ts'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { routes } from '#app/features.ts'

/** Returns a site with Ada, an administrator with two sessions, and Bob. No one has recently authenticated. */
async function siteWithOldSessions() {
  const t = await testApplication()
  const [ada, bob] = [await t.register('adawrites'), await t.register('bobreads')]
  const login = { email: 'adawrites@devstead.test', password: 'secret of adawrites' }
  await t.call('POST', '/auth/v1/token?grant_type=password', { body: login })
  const { sessionId } = (await t.ctx.identity.identify(`Bearer ${ada}`))!
  const [other] = await many<{ id: string }>(t.db)`
    select s.id from identity_sessions s join identity_users u on u.id = s.user_id
    where u.email = ${login.email} and s.id <> ${sessionId}::uuid`
  await run(t.db)`update identity_sessions set proven_at = now() - interval '11 minutes'`
  const [member] = await many<{ id: number }>(t.db)`select id from members where username = 'bobreads'`
  await t.register('gracewaits')
  const waiting = await one<{ id: number }>(t.db)`
    update all_members set standing = 'waiting' where username = 'gracewaits' returning id`
  return { ...t, ada, bob, otherSession: other!.id, bobId: member!.id, waitingId: waiting!.id }
}

const stateOf = ({ db }: TestApplication) => many(db)`
  select (select jsonb_agg(standing || role || username) from all_members) as members,
    (select member_id from site_ownership) as owner, (select count(*) from identity_sessions) as sessions,
    (select count(*) from archive_links) as archives, (select count(*) from identity_tokens) as links`

/** Requests that someone with a stolen administrator session could make, ordered so that each is still possible after
 *  the previous one. */
const thefts: Record<
  string,
  (t: { otherSession: string; bobId: number; waitingId: number }) => [target: string, body?: object]
> = {
  'POST /api/account/archive': () => [createArchiveLink.path],
  'POST /api/admin/recovery-links': () => [createRecoveryLink.path, { username: 'bobreads' }],
  'DELETE /api/account/sessions/:id': ({ otherSession }) => [endAccountSession.href({ id: otherSession })],
  'DELETE /api/admin/members/:id/sessions': ({ bobId }) => [endMemberSessions.href({ id: bobId })],
  'PUT /api/admin/members/:id/username': ({ bobId }) => [renameMember.href({ id: bobId }), { username: 'bobwrites' }],
  'PUT /api/admin/members/:id/role': ({ bobId }) => [changeRole.href({ id: bobId }), { role: 'admin' }],
  'DELETE /api/admin/members/:id/application': ({ waitingId }) => [declineMember.href({ id: waitingId })],
  'PUT /api/account/username': () => [changeUsername.path, { username: 'adareads' }],
  'PUT /api/admin/owner': ({ bobId }) => [changeOwner.path, { memberId: bobId }],
  'POST /api/account/departure': () => [deleteAccount.path, { posts: 'remove' }],
}

test('requires recent authentication for every request that changes an account or exports all of its data', () => {
  const guarded = routes.filter(({ needsRecentProof }) => needsRecentProof)
  assert.deepEqual(guarded.map(({ method, path }) => `${method} ${path}`).toSorted(), Object.keys(thefts).toSorted())
  const open = routes.filter(
    ({ method, path, needsRecentProof }) => method !== 'GET' && path.startsWith('/api/account/') && !needsRecentProof,
  )
  assert.deepEqual(
    open.map(({ path }) => path),
    [proveIdentity.path],
  )
})

test('requires recent authentication for each route that changes an account at the identity provider', () => {
  const root = path.resolve(import.meta.dirname, '../../..', 'features')
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.routes.ts'))
  const changing =
    /\b(identity\.(setPassword|removeFactors|createRecoveryLink|createAccount|deleteUser|removeAccount)|sessions\.end(All)?|deleteAccount)\(/
  const forgetful = files.filter((file) => {
    const textOf = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
    return (
      changing.test(textOf(file)) && !textOf(file.replace('.routes.', '.contract.')).includes('needsRecentProof: true')
    )
  })
  assert.deepEqual(forgetful, [])
})

test('rejects sessions without recent authentication, changing nothing, until the member reauthenticates', async () => {
  const t = await siteWithOldSessions()
  const before = await stateOf(t)
  const steal = (key: string) => {
    const [target, body] = thefts[key]!(t)
    return t.call(key.split(' ')[0]!, target, { token: t.ada, ...(body && { body }) })
  }
  for (const key of Object.keys(thefts)) {
    const refused = await steal(key)
    const { code } = (await refused.json()) as { code: string }
    assert.deepEqual([refused.status, code], [403, 'reauthentication_needed'], key)
  }
  assert.deepEqual(await stateOf(t), before)
  const confirm = (password: unknown) => t.call('POST', proveIdentity.path, { token: t.ada, body: { password } })
  const wrong = await confirm('secret of someone')
  const { issues } = (await wrong.json()) as { issues: { path: string; message: string }[] }
  assert.deepEqual([wrong.status, issues], [400, [{ path: 'password', message: 'That’s not your password.' }]])
  for (const nonsense of ['', 7, null, 'x'.repeat(1025)]) assert.equal((await confirm(nonsense)).status, 400)
  assert.equal((await confirm('secret of adawrites')).status, 204)
  for (const key of Object.keys(thefts).slice(0, -1))
    assert.ok([200, 201, 204].includes((await steal(key)).status), key)
  assert.deepEqual(t.logged, [])
})

test('returns a permission error to callers without permission instead of asking them to reauthenticate', async () => {
  const t = await siteWithOldSessions()
  const body = { username: 'adawrites' }
  const codeFor = async (token: string | null) =>
    ((await (await t.call('POST', createRecoveryLink.path, { token, body })).json()) as { code: string }).code
  assert.deepEqual([await codeFor(null), await codeFor(t.bob)], ['not_signed_in', 'forbidden'])
  const proof = await t.call('POST', proveIdentity.path, { body: { password: 'secret of bobreads' } })
  assert.equal(proof.status, 401)
})
