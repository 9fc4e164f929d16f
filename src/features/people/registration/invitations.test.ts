import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import {
  createInvitation,
  getInvitation,
  getInvitations,
  type InvitationList,
  type NewInvitation,
  revokeInvitation,
} from './invitations.contract.ts'
import { domainsIn, RegistrationSettings } from './registration-settings.contract.ts'
import { registrationRoutes } from './registration.routes.ts'

const open = async () => {
  const t = await cast(registrationRoutes)
  const create = async (body: NewInvitation = { maxUses: 3, days: 7 }) =>
    (await t.admin<{ token: string; invitation: { id: number } }>('POST', createInvitation.path, body)).body
  const list = async (query = '') => (await t.admin<InvitationList>('GET', getInvitations.path + query)).body
  return { ...t, create, list }
}

test('creates links with a limit and an expiration date, and lists them newest first', async () => {
  const t = await open()
  const { token, invitation } = await t.create()
  await t.create({ maxUses: 1, days: 90 })
  assert.match(token, /^[\w-]{32}$/)
  const { invitations, total } = await t.list()
  assert.equal(total, 2)
  const [latest, first] = invitations
  assert.deepEqual([latest?.maxUses, latest?.uses, latest?.state], [1, 0, 'active'])
  assert.deepEqual([first?.id, first?.createdBy?.username, first?.joined], [invitation.id, 'admina', []])
  const days = (Date.parse(first!.expiresAt) - Date.parse(first!.createdAt)) / 86_400_000
  assert.ok(Math.abs(days - 7) < 0.1)
  assert.deepEqual(
    (await t.list('?limit=1&page=2')).invitations.map(({ id }) => id),
    [invitation.id],
  )
})

test('tells anyone with an active link who created it', async () => {
  const t = await open()
  const { token } = await t.create()
  const answer = await t.stranger<{ invitedBy: string }>('GET', getInvitation.href({ token }))
  assert.equal(answer.status, 200)
  assert.ok(answer.body.invitedBy.length > 0)
  assert.equal((await t.stranger('GET', getInvitation.href({ token: 'x'.repeat(32) }))).status, 404)
  assert.equal((await t.stranger('GET', '/api/invitations/short')).status, 400)
})

test('revokes a link once, and keeps it in the list', async () => {
  const t = await open()
  const { token, invitation } = await t.create()
  const target = revokeInvitation.href({ id: invitation.id })
  assert.equal((await t.admin('DELETE', target)).status, 204)
  assert.equal((await t.admin('DELETE', target)).status, 204)
  assert.equal((await t.stranger('GET', getInvitation.href({ token }))).status, 404)
  assert.deepEqual(
    (await t.list()).invitations.map(({ state }) => state),
    ['revoked'],
  )
  assert.equal((await t.admin('DELETE', revokeInvitation.href({ id: 999_999 }))).status, 404)
})

test('keeps counting a member who has deleted their account', async () => {
  const t = await open()
  const { invitation } = await t.create({ maxUses: 1, days: 1 })
  await run(t.db)`
    insert into invitation_uses (invitation_id, joined_at) values (${invitation.id}, now())`
  const [only] = (await t.list()).invitations
  assert.deepEqual([only?.uses, only?.state, only?.joined], [1, 'used_up', []])
})

test('rejects invalid limits and expiration dates, and callers who are not administrators', async () => {
  const t = await open()
  for (const body of [
    {},
    { maxUses: 0, days: 7 },
    { maxUses: 1001, days: 7 },
    { maxUses: 1.5, days: 7 },
    { maxUses: 1, days: 2 },
  ])
    assert.equal((await t.admin('POST', createInvitation.path, body)).status, 400, JSON.stringify(body))
  const { invitation } = await t.create()
  for (const [caller, status] of [
    [t.stranger, 401],
    [t.bob, 403],
  ] as const) {
    assert.equal((await caller('GET', getInvitations.path)).status, status)
    assert.equal((await caller('POST', createInvitation.path, { maxUses: 1, days: 7 })).status, status)
    assert.equal((await caller('DELETE', revokeInvitation.href({ id: invitation.id }))).status, status)
  }
  assert.equal((await t.list()).total, 1)
})

test('reads domains from text', () => {
  assert.deepEqual(domainsIn(' @Looms.example, engines.example\nlooms.example; '), ['looms.example', 'engines.example'])
  assert.deepEqual(domainsIn(' , '), [])
})

test('accepts only domain names, and requires at least one in the mode that needs them', () => {
  const isValid = (domains: string[], mode = 'domains') => RegistrationSettings.safeParse({ mode, domains }).success
  assert.ok(isValid(['example.org', 'a.b-c.example', 'xn--mnchen-3ya.example']))
  assert.ok(isValid([], 'open'))
  for (const domain of [
    'example',
    '*.example.org',
    'a@example.org',
    '-a.example',
    'Example.org',
    'a..org',
    '1.2.3.4',
    '',
  ])
    assert.equal(isValid([domain]), false, domain)
  assert.equal(isValid([]), false)
  assert.equal(isValid(Array.from({ length: 51 }, (_, n) => `n${n}.example`)), false)
})
