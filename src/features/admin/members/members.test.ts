import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { pictureUsage } from '#features/writing/uploads/picture-usage.store.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import { cast } from '#tests/support/cast.ts'
import { type AdminMemberList, endMemberSessions, getAdminMembers } from './members.contract.ts'
import { adminMemberRoutes } from './members.routes.ts'

const site = { name: 'Here', ownerUsername: null, canSendEmail: true }

/** Returns the cast with accounts at the embedded provider: the administrator is the owner, and Eve joined last. */
async function memberCast(slots = {}) {
  const identity = { issuer: 'embedded', sessions: {}, isRecentlyProven: async () => true }
  const t = await cast(adminMemberRoutes, {
    identity: identity as unknown as IdentityProvider,
    site,
    pictureUsage,
    ...slots,
  })
  await run(t.db)`
    insert into members (issuer, subject, username, display_name) values ('test', 'eve', 'eve_posts', 'Zoë 100% Ångström')`
  await run(t.db)`update all_members set issuer = 'embedded', subject = gen_random_uuid() where issuer = 'test'`
  await run(t.db)`
    insert into identity_users (id, email, password_hash, metadata, confirmed_at, last_sign_in_at, created_at, updated_at)
    select subject::uuid, username || '@devstead.test', '', '{}', now(), '2026-11-01', now(), now() from all_members`
  await run(t.db)`insert into site_ownership (member_id) values (${t.members.admin.id})`
  const list = async (query = '') => (await t.admin<AdminMemberList>('GET', `${getAdminMembers.path}?${query}`)).body
  const names = async (query = '') => (await list(query)).members.map(({ username }) => username)
  return { ...t, list, names }
}

test('lists members with their accounts, newest first, page by page', async () => {
  const t = await memberCast()
  const first = await t.list('limit=3')
  assert.deepEqual(
    [first.members.map(({ username }) => username), first.total, first.next, first.hasAccounts, first.ownership],
    [['eve_posts', 'admina', 'bob'], 4, t.members.bob.id, true, 'transferable'],
  )
  const last = await t.list(`limit=3&before=${first.next}`)
  const [{ createdAt, ...alice }] = last.members as [AdminMemberList['members'][number]]
  assert.ok(Date.now() - Date.parse(createdAt) < 600_000)
  assert.deepEqual(
    [alice, last.members.length, last.next],
    [
      {
        id: t.members.alice.id,
        username: 'alice',
        displayName: 'Alice Archer',
        profileImage: null,
        role: 'member',
        isOwner: false,
        isSuspended: false,
        isWaiting: false,
        email: 'alice@devstead.test',
        lastActiveAt: '2026-11-01T00:00:00.000Z',
        hasTwoFactor: false,
        invitedBy: null,
        pictureBytes: 0,
        recordingBytes: 0,
        importBytes: 0,
      },
      1,
      null,
    ],
  )
  assert.deepEqual(t.logged, [])
})

test('shows the last refresh of a session as the last activity', async () => {
  const t = await memberCast()
  await run(t.db)`
    insert into identity_sessions (id, user_id, sealed_secret, method, user_agent, network, created_at, refreshed_at)
    select gen_random_uuid(), id, '', 'password', '', '', '2026-11-02', '2026-11-03' from identity_users
    where email like 'bob@%'`
  assert.equal((await t.list('q=bob')).members[0]?.lastActiveAt, '2026-11-03T00:00:00.000Z')
})

test('finds members by parts of the username, name, and email address, and treats wildcards as text', async () => {
  const t = await memberCast()
  for (const q of ['VE_POS', 'zoë', 'ångström', '100%', 'eve_posts@DEVSTEAD'])
    assert.deepEqual(await t.names(`q=${encodeURIComponent(q)}`), ['eve_posts'], q)
  assert.deepEqual(await t.names('q=%25ali'), [])
  assert.equal((await t.list('q=devstead.test&limit=1')).total, 4)
})

test('filters by role, status, and second factor', async () => {
  const t = await memberCast()
  await run(t.db)`update all_members set role = 'admin' where username = 'bob'`
  await run(t.db)`update all_members set standing = 'suspended' where username = 'eve_posts'`
  await run(t.db)`
    insert into identity_factors (id, user_id, kind, verified_at, created_at, updated_at)
    select gen_random_uuid(), id, 'recovery_code', case when email like 'alice@%' then now() end, now(), now()
    from identity_users where email like 'alice@%' or email like 'bob@%'`
  assert.deepEqual(await t.names('role=owner'), ['admina'])
  assert.deepEqual(await t.names('role=admin'), ['admina', 'bob'])
  assert.deepEqual(await t.names('role=member'), ['eve_posts', 'alice'])
  assert.deepEqual(await t.names('state=suspended'), ['eve_posts'])
  assert.deepEqual(await t.names('state=active&role=member'), ['alice'])
  assert.deepEqual(await t.names('twoFactor=on'), ['alice'])
  assert.deepEqual(await t.names('twoFactor=off&role=admin'), ['admina', 'bob'])
  const { members } = await t.list('state=suspended')
  assert.equal(members[0]?.isSuspended, true)
})

test('adds up the sizes of a member’s pictures', async () => {
  const t = await memberCast()
  await run(t.db)`
    insert into images (bucket, path, width, height, variant_widths, content_type, member_id, stored_bytes, bytes)
    select 'post-images', 'p' || n, 1, 1, '{}', 'image/png', ${t.members.bob.id}::int, 1000 * n, 1
    from generate_series(1, 3) n`
  const sizes = (await t.list()).members.map(({ username, pictureBytes }) => `${username} ${pictureBytes}`)
  assert.deepEqual(sizes, ['eve_posts 0', 'admina 0', 'bob 6000', 'alice 0'])
})

test('adds up the sizes of a member’s recordings and of the files that they uploaded to import', async () => {
  const t = await memberCast()
  const { alice, bob } = t.members
  await run(t.db)`
    insert into broadcasts (provider_id, key_sha256, playback_id, is_public) values ('bobs', '\\x00', 'bobs', true)`
  await run(t.db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, is_public,
      sealed_stream_key, title, description) values
      (${bob.id}, 'embedded', 'bobs', 'bobs', true, true, '', 'Live', ''),
      (${alice.id}, 'mux', 'bobs', 'hers', true, true, '', 'Elsewhere', '')`
  await run(t.db)`
    insert into broadcast_recordings (recording_id, provider_id, started_at, bytes) values
      ('one', 'bobs', now(), 3000000000), ('two', 'bobs', now(), 5)`
  await run(t.db)`
    insert into import_runs (member_id, name, file_key, size_bytes, received_bytes, state) values
      (${alice.id}, 'a.zip', gen_random_uuid(), 100, 70, 'uploading'), (${alice.id}, 'b.zip', null, 100, 100, 'done')`
  assert.deepEqual(
    (await t.list()).members.map(({ username, recordingBytes, importBytes }) => [
      username,
      recordingBytes,
      importBytes,
    ]),
    [
      ['eve_posts', 0, 0],
      ['admina', 0, 0],
      ['bob', 3_000_000_005, 0],
      ['alice', 0, 70],
    ],
  )
})

test('omits deleted members, and rejects invalid filters and callers who are not administrators', async () => {
  const t = await memberCast()
  for (const query of ['role=king', 'state=asleep', 'twoFactor=yes', 'before=x', 'limit=0', `q=${'x'.repeat(101)}`])
    assert.equal((await t.admin('GET', `${getAdminMembers.path}?${query}`)).status, 400, query)
  assert.equal((await t.bob('GET', getAdminMembers.path)).status, 403)
  assert.equal((await t.stranger('GET', getAdminMembers.path)).status, 401)
  await run(t.db)`update all_members set standing = 'departed', issuer = '', subject = '' where username = 'bob'`
  assert.deepEqual(await t.names(), ['eve_posts', 'admina', 'alice'])
  assert.equal((await t.admin('DELETE', endMemberSessions.href({ id: t.members.bob.id }))).status, 404)
})

test('omits data that only a hosted sign-in service has, and does not sign members out there', async () => {
  const identity = { issuer: 'https://project.test/auth/v1', isRecentlyProven: async () => true }
  const t = await memberCast({ identity })
  await run(t.db)`update all_members set issuer = ${identity.issuer}, subject = 'anything' where username = 'bob'`
  const { hasAccounts, members } = await t.list('q=bob')
  const [bob] = members
  assert.deepEqual([hasAccounts, bob?.email, bob?.hasTwoFactor, bob?.lastActiveAt], [false, null, null, null])
  const refused = await t.admin<{ message: string }>('DELETE', endMemberSessions.href({ id: t.members.bob.id }))
  assert.equal(refused.status, 501)
  assert.match(refused.body.message, /Sign them out there/)
})

test('reports whether the caller can transfer ownership', async () => {
  const t = await memberCast()
  assert.equal((await t.list()).ownership, 'transferable')
  t.ctx.site = { ...site, ownerUsername: 'admina' }
  assert.equal((await t.list()).ownership, 'fixed')
  await run(t.db)`update site_ownership set member_id = ${t.members.bob.id}`
  assert.equal((await t.list()).ownership, 'not_owner')
})
