import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import type { InvitedMember } from '#features/people/registration/invitation-tree.contract.ts'
import { answer, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminInvitationTreeView } from './admin-invitation-tree.tsx'

const admin = { ...alice, role: 'admin' as const }

const person = (id: number, username: string, invitedBy: number | null, more: Partial<InvitedMember> = {}) => ({
  id,
  username,
  displayName: `${username} Example`,
  profileImage: null,
  isSuspended: false,
  invitedBy,
  invitedCount: 0,
  joinedAt: '2026-11-21T00:00:00.000Z',
  isMatch: false,
  ...more,
})
const forest = [
  person(4, 'dan', 2, { isSuspended: true }),
  person(3, 'cid', null),
  person(2, 'bea', 1, { isMatch: true, invitedCount: 1 }),
  person(1, 'ada', null, { joinedAt: null, invitedCount: 1 }),
]

beforeEach(() => localStorage.clear())

async function open(address: string, members: InvitedMember[], total = members.length) {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({
    'GET /api/users/me': () => Response.json(admin),
    'GET /api/admin/invitations/tree': () => Response.json({ members, total }),
  })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminInvitationTreeView.View params={{}} query={{ q: undefined }} />)
  await settle()
  return { page, asked }
}

const textsIn = (list: Element | null) =>
  [...(list?.children ?? [])].map(({ firstElementChild }) => firstElementChild!.textContent)

test('nests members below the member who invited them, and marks suspended ones', async () => {
  const { page } = await open('/admin/invitations/tree', forest)
  assert.match(page.textContent, /4 members, newest first/)
  const [first, second] = textsIn(page.querySelector('.invitation-tree'))
  assert.match(first!, /cid Example@cid.*Inviter’s account deleted · Joined/)
  assert.match(second!, /ada Example@ada.*Joined without an invitation · Invited 1/)
  const [bea] = textsIn(page.querySelector('[aria-label="Invited by @ada"]'))
  assert.match(bea!, /bea Example@bea.*Joined .*2026 · Invited 1/)
  const below = page.querySelector('[aria-label="Invited by @bea"]')
  assert.match(textsIn(below)[0]!, /dan Example@danSuspended/)
  assert.equal(below!.querySelector('a'), null, 'the profile of a suspended member does not exist')
  assert.deepEqual(
    [...page.querySelectorAll('mark')].map(({ textContent }) => textContent),
    ['bea Example'],
  )
})

test('searches by name through the URL', async () => {
  const { page } = await open('/admin/invitations/tree', forest)
  const field = page.querySelector<HTMLInputElement>('input[name=q]')!
  await settle(() => type(field, ' bea '))
  await settle(() => page.querySelector('form')!.requestSubmit())
  assert.equal(location.search, '?q=bea')
  const found = await open('/admin/invitations/tree?q=bea', forest)
  assert.match(found.page.textContent, /1 match, shown with who invited them and whom they invited/)
})

test('reports a truncated tree and explains an empty one', async () => {
  assert.match(
    (await open('/admin/invitations/tree', forest, 1234)).page.textContent,
    /Showing the 500 newest of 1,234 members/,
  )
  assert.match((await open('/admin/invitations/tree', [])).page.textContent, /No invited members yet/)
  assert.match((await open('/admin/invitations/tree?q=zed', [])).page.textContent, /No results for “zed”/)
})
