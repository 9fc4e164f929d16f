import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import type { Invitation } from '#features/people/registration/invitations.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminInvitationsView } from './admin-invitations.tsx'

const admin = { ...alice, role: 'admin' as const }
const bob = { id: 7, username: 'bob', displayName: 'Bob', profileImage: null }
const invitation: Invitation = {
  id: 3,
  maxUses: 5,
  uses: 1,
  createdBy: { ...bob, username: 'ada' },
  createdAt: '2026-11-21T00:00:00.000Z',
  expiresAt: '2026-11-28T00:00:00.000Z',
  state: 'active',
  joined: [bob],
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(invitations: Invitation[], answers: Answers = {}) {
  await settle(() => history.replaceState(null, '', '/admin/invitations'))
  const asked = answer({
    'GET /api/users/me': () => Response.json(admin),
    'GET /api/admin/invitations': () =>
      Response.json({ invitations, page: 1, totalPages: 1, total: invitations.length }),
    ...answers,
  })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminInvitationsView.View params={{}} query={{} as never} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name)!.click())
  const sent = () => asked.filter((one) => !one.call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, press, sent }
}

test('lists links with their uses, creator, and the members who joined', async () => {
  const { page } = await open([
    invitation,
    { ...invitation, id: 2, state: 'used_up', uses: 5, joined: [] },
    { ...invitation, id: 1, state: 'revoked', createdBy: null, joined: [] },
  ])
  const [active, usedUp, revoked] = [...page.querySelectorAll('article')]
  assert.match(active!.textContent, /1 of 5 used.*Active.*Created by @ada.*Joined:@bob.*Revoke/)
  assert.match(usedUp!.textContent, /5 of 5 used.*Used up/)
  assert.match(revoked!.textContent, /Revoked.*by a deleted member/)
  assert.equal(revoked!.querySelector('button'), null)
})

test('creates a link and shows it once', async () => {
  const token = 'x'.repeat(32)
  const t = await open([], {
    'POST /api/admin/invitations': () => Response.json({ invitation, token }, { status: 201 }),
  })
  assert.match(t.page.textContent, /No invitation links yet/)
  await settle(() => type(t.page.querySelector<HTMLInputElement>('[name=maxUses]')!, '5'))
  await t.press('Create link')
  assert.deepEqual(t.sent(), [['POST /api/admin/invitations', { maxUses: 5, days: 7 }]])
  assert.ok(t.page.textContent.includes(`/login?tab=register&invite=${token}`))
  await t.press('Done')
  assert.equal(t.page.textContent.includes(token), false)
})

test('shows an error for an invalid number of people', async () => {
  const t = await open([])
  await settle(() => type(t.page.querySelector<HTMLInputElement>('[name=maxUses]')!, '0'))
  await t.press('Create link')
  assert.match(t.page.textContent, /Enter a number from 1 to 1000/)
  assert.deepEqual(t.sent(), [])
})

test('asks before revoking a link', async () => {
  const t = await open([invitation], {
    'DELETE /api/admin/invitations/3': () => new Response(null, { status: 204 }),
  })
  await t.press('Revoke')
  assert.deepEqual(t.sent(), [])
  await t.press('Revoke link')
  assert.deepEqual(t.sent(), [['DELETE /api/admin/invitations/3', undefined]])
  assert.equal(shownToast()?.title, 'Invitation link revoked')
})
