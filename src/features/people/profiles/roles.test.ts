import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import { changeRole, changeOwner, type RoleChangeList, getRoleChanges, type RoleHolder } from './roles.contract.ts'
import { roleRoutes } from './roles.routes.ts'
import type { Role } from '#schemas/roles.contract.ts'

/** In these tests, every caller counts as recently reauthenticated. */
const identity = { isRecentlyProven: async () => true } as Pick<
  IdentityProvider,
  'isRecentlyProven'
> as IdentityProvider

const site = { name: 'Here', ownerUsername: null, canSendEmail: true }

/** Returns the cast with the administrator as owner. Like the real site, it reads roles from the database on every
 *  call. */
async function roleCast(slots = {}) {
  const t = await cast(roleRoutes, { identity, site, ...slots })
  await run(t.db)`insert into site_ownership (member_id) values (${t.members.admin.id})`
  t.ctx.memberOf = async (authorization) => {
    const rows = await many<{ id: number; username: string; role: Role }>(t.db)`
      select id, username, role from members where subject = ${authorization?.replace('Bearer ', '') ?? ''}`
    return rows[0] ?? null
  }
  const setRole = (by: Name, of: Name, role: string) =>
    t[by]<RoleHolder>('PUT', changeRole.href({ id: t.members[of].id }), { role })
  const transfer = (by: Name, to: Name) => t[by]<RoleHolder>('PUT', changeOwner.path, { memberId: t.members[to].id })
  const roles = async () =>
    (
      await many<{ word: string }>(t.db)`
        select username || ' ' || role || case when id = (select member_id from site_ownership) then ' owner' else '' end
          as word from all_members order by id`
    ).map(({ word }) => word)
  const notices = () => many(t.db)`
    select username, n.kind, coalesce(actor.name, event.actor_name) as by from notifications n
    join members on members.id = n.member_id join notification_events event on notification_id = n.id
    left join lateral (select username as name from members where id = actor_id) actor on true order by n.id`
  return { ...t, setRole, transfer, roles, notices }
}

test('lets administrators grant and revoke the administrator role, idempotently', async () => {
  const t = await roleCast()
  const granted = await t.setRole('admin', 'bob', 'admin')
  assert.deepEqual(
    [granted.status, granted.body],
    [200, { id: t.members.bob.id, username: 'bob', role: 'admin', isOwner: false }],
  )
  assert.deepEqual(t.announced(), ['members'])
  await t.setRole('admin', 'bob', 'admin')
  assert.deepEqual(await t.roles(), ['alice member', 'bob admin', 'admina admin owner'])
  assert.equal((await t.setRole('bob', 'alice', 'admin')).status, 200)
  assert.equal((await t.setRole('alice', 'bob', 'member')).status, 200)
  assert.equal((await t.setRole('alice', 'bob', 'member')).status, 200)
  assert.deepEqual(await t.roles(), ['alice admin', 'bob member', 'admina admin owner'])
  assert.deepEqual(await t.notices(), [
    { username: 'bob', kind: 'admin_granted', by: 'admina' },
    { username: 'alice', kind: 'admin_granted', by: 'bob' },
    { username: 'bob', kind: 'admin_revoked', by: 'alice' },
  ])
  const { body } = await t.admin<RoleChangeList>('GET', `${getRoleChanges.path}?limit=2`)
  assert.deepEqual(
    [
      body.total,
      body.totalPages,
      body.changes.map(({ member, change, via, changedBy }) => [member.username, change, via, changedBy?.username]),
    ],
    [
      3,
      2,
      [
        ['bob', 'admin_revoked', 'member', 'alice'],
        ['alice', 'admin_granted', 'member', 'bob'],
      ],
    ],
  )
  assert.deepEqual(t.logged, [])
})

test('lets administrators make members readers and writers again', async () => {
  const t = await roleCast()
  for (const role of ['reader', 'reader', 'member', 'admin', 'reader'])
    assert.equal((await t.setRole('admin', 'bob', role)).status, 200)
  assert.deepEqual(await t.roles(), ['alice member', 'bob reader', 'admina admin owner'])
  assert.deepEqual(
    (await many<{ change: string }>(t.db)`select change from role_changes order by id`).map(({ change }) => change),
    ['publishing_revoked', 'publishing_granted', 'admin_granted', 'admin_revoked', 'publishing_revoked'],
  )
  assert.equal((await t.setRole('admin', 'admin', 'reader')).status, 409)
})

test('records, and notifies members of, every change to and from moderator', async () => {
  const t = await roleCast()
  for (const role of ['moderator', 'moderator', 'admin', 'moderator', 'reader', 'moderator', 'member'])
    assert.equal((await t.setRole('admin', 'bob', role)).status, 200)
  const changes = [
    'moderator_granted',
    'admin_granted',
    'admin_revoked',
    'moderator_granted',
    'moderator_revoked',
    'publishing_revoked',
    'moderator_granted',
    'moderator_revoked',
  ]
  assert.deepEqual(
    (await many<{ change: string }>(t.db)`select change from role_changes order by id`).map(({ change }) => change),
    changes,
  )
  assert.deepEqual(
    (await many<{ kind: string }>(t.db)`select distinct kind from notifications order by kind`).map(({ kind }) => kind),
    [...new Set(changes)].toSorted(),
  )
})

test('does not let moderators change roles, including their own', async () => {
  const t = await roleCast()
  await t.setRole('admin', 'bob', 'moderator')
  for (const role of ['admin', 'member', 'moderator'])
    for (const of of ['bob', 'alice', 'admin'] as const) assert.equal((await t.setRole('bob', of, role)).status, 403)
  assert.equal((await t.transfer('bob', 'bob')).status, 403)
  assert.equal((await t.bob('GET', getRoleChanges.path)).status, 403)
  assert.deepEqual(await t.roles(), ['alice member', 'bob moderator', 'admina admin owner'])
})

test('denies access starting with the first request after the role is revoked', async () => {
  const t = await roleCast()
  await t.setRole('admin', 'bob', 'admin')
  assert.equal((await t.bob('GET', getRoleChanges.path)).status, 200)
  await t.setRole('admin', 'bob', 'member')
  assert.equal((await t.bob('GET', getRoleChanges.path)).status, 403)
  assert.equal((await t.setRole('bob', 'bob', 'admin')).status, 403)
})

test('rejects role changes by non-administrators, for unknown members, and with invalid IDs or roles', async () => {
  const t = await roleCast()
  assert.equal((await t.setRole('bob', 'bob', 'admin')).status, 403)
  assert.equal((await t.transfer('bob', 'bob')).status, 403)
  assert.equal((await t.stranger('PUT', changeRole.href({ id: 1 }), { role: 'admin' })).status, 401)
  assert.equal((await t.admin('PUT', changeRole.href({ id: 999_999 }), { role: 'admin' })).status, 404)
  assert.equal((await t.admin('PUT', '/api/admin/members/x/role', { role: 'admin' })).status, 400)
  const wrong = await t.setRole('admin', 'bob', 'owner')
  assert.deepEqual(
    [wrong.status, (wrong.body as unknown as { message: string }).message],
    [400, 'The role must be reader, member, moderator, or admin'],
  )
  assert.equal((await t.admin('PUT', changeOwner.path, { memberId: 999_999 })).status, 404)
  assert.deepEqual(await t.roles(), ['alice member', 'bob member', 'admina admin owner'])
  assert.deepEqual(t.announced(), [])
})

test('never revokes the owner’s administrator role', async () => {
  const t = await roleCast()
  await t.setRole('admin', 'bob', 'admin')
  for (const who of ['admin', 'bob'] as const) assert.equal((await t.setRole(who, 'admin', 'member')).status, 409)
  assert.deepEqual(await t.roles(), ['alice member', 'bob admin', 'admina admin owner'])
})

test('keeps the last administrator on a site with no owner', async () => {
  const t = await roleCast()
  await run(t.db)`delete from site_ownership`
  assert.equal((await t.setRole('admin', 'admin', 'member')).status, 409)
})

test('does not make a suspended member an administrator or the owner', async () => {
  const t = await roleCast()
  await run(t.db)`update all_members set standing = 'suspended' where username = 'bob'`
  const refused = await t.admin<{ message: string }>('PUT', changeRole.href({ id: t.members.bob.id }), {
    role: 'admin',
  })
  assert.deepEqual([refused.status, refused.body.message], [409, '@bob is suspended. Lift the suspension first.'])
  assert.equal((await t.transfer('admin', 'bob')).status, 409)
  assert.deepEqual(await t.roles(), ['alice member', 'bob member', 'admina admin owner'])
})

test('transfers ownership, and keeps the previous owner as an administrator', async () => {
  const t = await roleCast()
  await t.setRole('admin', 'alice', 'admin')
  assert.equal((await t.transfer('alice', 'alice')).status, 403)
  t.announced()
  assert.deepEqual((await t.transfer('admin', 'bob')).body, {
    id: t.members.bob.id,
    username: 'bob',
    role: 'admin',
    isOwner: true,
  })
  assert.deepEqual(t.announced(), ['members'])
  assert.deepEqual(await t.roles(), ['alice admin', 'bob admin owner', 'admina admin'])
  assert.equal((await t.transfer('admin', 'alice')).status, 403)
  assert.equal((await t.setRole('bob', 'admin', 'member')).status, 200)
})

test('rejects transfers while OWNER_USERNAME is set', async () => {
  const t = await roleCast({ site: { ...site, ownerUsername: 'admina' } })
  const refused = await t.admin<{ message: string }>('PUT', changeOwner.path, { memberId: t.members.bob.id })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /OWNER_USERNAME/)
})

test('keeps one administrator when two revoke each other’s role concurrently', async () => {
  const t = await roleCast()
  for (let round = 0; round < 5; round++) {
    await t.setRole('admin', 'alice', 'admin')
    await t.setRole('admin', 'bob', 'admin')
    const answers = await Promise.all([t.setRole('alice', 'bob', 'member'), t.setRole('bob', 'alice', 'member')])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403],
    )
  }
})

test('rejects the second of two concurrent transfers', async () => {
  const t = await roleCast()
  const answers = await Promise.all([t.transfer('admin', 'alice'), t.transfer('admin', 'bob')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 403],
  )
  const owners = (await t.roles()).filter((word) => word.endsWith('owner'))
  assert.equal(owners.length, 1)
  const changes = await many(t.db)`select change from role_changes order by id`
  assert.deepEqual(changes, [{ change: 'ownership_lost' }, { change: 'ownership_granted' }])
})

test('never lets a member be both suspended and an administrator', async () => {
  const t = await roleCast()
  const { suspendMember } = await import('./standing.store.ts')
  for (let round = 0; round < 10; round++) {
    await run(t.db)`update all_members set standing = 'present', role = 'member' where username = 'bob'`
    await Promise.all([t.setRole('admin', 'bob', 'admin'), suspendMember(t.db, t.members.bob.id, null)])
    const both = await many(t.db)`select from all_members where standing = 'suspended' and role = 'admin'`
    assert.deepEqual(both, [])
  }
})
