import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { getInvitationTree, type InvitedMember, maxTreeMembers } from './invitation-tree.contract.ts'
import { registrationRoutes } from './registration.routes.ts'

const open = async () => {
  const t = await cast(registrationRoutes)
  const addMember = async (username: string, displayName = username) =>
    (await one<{ id: number }>(t.db)`
      insert into members (issuer, subject, username, display_name)
      values ('test', ${username}, ${username}, ${displayName}) returning id`)!.id
  /** Creates a link with which the members joined, the first one first. */
  async function invite(by: number | null, invitees: number[]) {
    const link = await one<{ id: number }>(t.db)`
      insert into invitations (token_hash, max_uses, created_by, expires_at)
      values (sha256(gen_random_uuid()::text::bytea), 100, ${by}::int, now()) returning id`
    for (const [index, invitee] of invitees.entries())
      await run(t.db)`
        insert into invitation_uses (invitation_id, subject, member_id, joined_at)
        values (${link!.id}, ${`subject ${invitee}`}, ${invitee}, now() + ${index}::int * interval '1 second')`
  }
  const tree = async (q = '') =>
    (
      await t.admin<{ members: InvitedMember[]; total: number }>(
        'GET',
        `${getInvitationTree.path}${q && `?q=${encodeURIComponent(q)}`}`,
      )
    ).body
  return { ...t, addMember, invite, tree }
}

const namesOf = (members: InvitedMember[]) => members.map(({ username }) => username).toSorted()

test('lists who invited whom, newest first and root members last', async () => {
  const t = await open()
  assert.deepEqual(await t.tree(), { members: [], total: 0 })
  const [ada, eve] = [await t.addMember('ada'), await t.addMember('eve')]
  await t.invite(t.members.admin.id, [ada])
  await t.invite(ada, [eve])
  await run(t.db)`update all_members set standing = 'suspended' where id = ${eve}`
  const { members, total } = await t.tree()
  assert.equal(total, 3)
  assert.deepEqual(
    members.map(({ username, invitedBy, isSuspended, isMatch }) => [username, invitedBy, isSuspended, isMatch]),
    [
      ['eve', ada, true, false],
      ['ada', t.members.admin.id, false, false],
      ['admina', null, false, false],
    ],
  )
  assert.deepEqual(
    members.map(({ joinedAt }) => joinedAt === null),
    [false, false, true],
  )
})

test('keeps members whose inviter has deleted their account', async () => {
  const t = await open()
  await t.invite(null, [await t.addMember('ada')])
  const { members } = await t.tree()
  assert.deepEqual([members.length, members[0]?.invitedBy, members[0]?.joinedAt === null], [1, null, false])
})

test('finds members by name, with everyone above and below them', async () => {
  const t = await open()
  const [ada, bea, cid, dan] = [
    await t.addMember('ada', 'Ada Archer'),
    await t.addMember('bea'),
    await t.addMember('cid'),
    await t.addMember('dan'),
  ]
  await t.invite(t.members.admin.id, [ada, dan])
  await t.invite(ada, [bea])
  await t.invite(bea, [cid])
  const found = await t.tree(' BEA ')
  assert.deepEqual([namesOf(found.members), found.total], [['ada', 'admina', 'bea', 'cid'], 2])
  assert.deepEqual(namesOf(found.members.filter(({ isMatch }) => isMatch)), ['bea'])
  assert.deepEqual(namesOf((await t.tree('archer')).members), ['ada', 'admina', 'bea', 'cid'])
  assert.deepEqual((await t.tree('alice')).members, [], 'alice has neither invited anyone nor been invited')
  assert.deepEqual((await t.tree('%')).members, [])
  const counts = found.members.map(({ username, invitedCount }) => [username, invitedCount])
  assert.deepEqual(Object.fromEntries(counts), { admina: 2, ada: 1, bea: 1, cid: 0 })
})

test('contains the newest members of a large site, and everyone above them', async () => {
  const t = await open()
  const first = await t.addMember('first')
  await t.invite(t.members.admin.id, [first])
  const invitees: number[] = []
  for (let number = 0; number < maxTreeMembers; number++) invitees.push(await t.addMember(`guest${number}`))
  await t.invite(first, invitees)
  const { members, total } = await t.tree()
  assert.deepEqual([members.length, total], [maxTreeMembers + 2, maxTreeMembers + 2])
  assert.deepEqual(namesOf((await t.tree('guest499')).members), ['admina', 'first', 'guest499'])
})

test('rejects callers who are not administrators, and a search that is too long', async () => {
  const t = await open()
  assert.equal((await t.stranger('GET', getInvitationTree.path)).status, 401)
  assert.equal((await t.alice('GET', getInvitationTree.path)).status, 403)
  assert.equal((await t.admin('GET', `${getInvitationTree.path}?q=${'x'.repeat(101)}`)).status, 400)
})
