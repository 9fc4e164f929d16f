import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { AdminMember, AdminMemberList } from '#features/admin/members/members.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminMembersView } from './admin-members.tsx'

const admin = { ...alice, role: 'admin' as const }
const evil = '<img src=x onerror="window.pwned=1">'
const bob: AdminMember = {
  id: 7,
  username: 'bob',
  displayName: 'Bob',
  profileImage: null,
  role: 'member',
  isOwner: false,
  isSuspended: false,
  isWaiting: false,
  email: 'bob@example.org',
  lastActiveAt: '2026-11-24T10:00:00.000Z',
  hasTwoFactor: true,
  invitedBy: 'ada',
  pictureBytes: 3 * 1024 ** 2,
  recordingBytes: 0,
  importBytes: 0,
  createdAt: '2026-11-21T00:00:00.000Z',
}
const list = (members: AdminMember[], part: Partial<AdminMemberList> = {}) => ({
  members,
  next: null,
  total: members.length,
  hasAccounts: true,
  ownership: 'transferable' as const,
  ...part,
})

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(given: AdminMemberList, answers: Answers = {}, address = '/admin/members') {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({
    'GET /api/users/me': () => Response.json(admin),
    'GET /api/admin/members': () => Response.json(given),
    ...answers,
  })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminMembersView.View params={{}} query={{} as never} />)
  await settle()
  const named = (name: string) =>
    [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim().startsWith(name))!
  const press = (name: string) => settle(() => named(name).click())
  const sent = () => asked.filter((one) => !one.call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, named, press, sent, asked }
}

test('shows members and their accounts as plain text', async () => {
  const { page } = await open(
    list([
      { ...bob, displayName: evil },
      { ...bob, id: 1, username: 'ada', role: 'admin', isOwner: true, hasTwoFactor: false, lastActiveAt: null },
      {
        ...bob,
        id: 3,
        username: 'eve',
        isSuspended: true,
        pictureBytes: 0,
        recordingBytes: 5 * 1024 ** 2,
        importBytes: 1024 ** 2,
      },
      { ...bob, id: 4, username: 'new', pictureBytes: 0 },
    ]),
  )
  const texts = [...page.querySelectorAll('article')].map((one) => one.textContent)
  assert.ok(texts[0]!.includes(evil))
  assert.match(texts[0]!, /Two-factor.*@bob.*bob@example\.org.*Joined.*Active.*3 MB of pictures/)
  assert.match(texts[0]!, /Invited by @ada/)
  assert.match(texts[1]!, /Owner.*Never signed in/)
  assert.match(texts[2]!, /Suspended.*5 MB of recordings, 1 MB of imports/)
  assert.match(texts[3]!, /No files/)
  assert.match(page.textContent, /4 members, newest first/)
  assert.equal(page.querySelector('img[src=x]'), null)
  assert.equal(page.querySelector('a[href="/profile/eve"]'), null)
})

test('reads the filter from the URL and writes changes back to it', async () => {
  const { page } = await open(list([]), {}, '/admin/members?q=bob&role=admin&state=odd')
  assert.match(page.textContent, /No members found/)
  const form = page.querySelector('form')!
  assert.deepEqual(Object.fromEntries(new FormData(form)), { q: 'bob', role: 'admin', state: '', twoFactor: '' })
  form.querySelector<HTMLInputElement>('[name=q]')!.value = ' eve '
  await settle(() => form.requestSubmit())
  assert.equal(location.pathname + location.search, '/admin/members?q=eve&role=admin')
})

test('asks before changing a role, signing a member out, and transferring ownership', async () => {
  const t = await open(list([bob]), {
    'PUT /api/admin/members/7/role': () => Response.json({ id: 7, username: 'bob', role: 'admin', isOwner: false }),
    'DELETE /api/admin/members/7/sessions': () => new Response(null, { status: 204 }),
    'PUT /api/admin/owner': () => Response.json({ id: 7, username: 'bob', role: 'admin', isOwner: true }),
  })
  await t.press('Make administrator')
  assert.deepEqual(t.sent(), [])
  await t.press('Make administrator')
  assert.equal(shownToast()?.title, '@bob is now an administrator')
  await t.press('Sign out everywhere')
  await t.press('Sign out')
  await t.press('Transfer ownership')
  await t.press('Transfer ownership')
  assert.deepEqual(t.sent(), [
    ['PUT /api/admin/members/7/role', { role: 'admin' }],
    ['DELETE /api/admin/members/7/sessions', undefined],
    ['PUT /api/admin/owner', { memberId: 7 }],
  ])
})

test('approves a waiting member, and asks before declining one', async () => {
  const t = await open(list([{ ...bob, isWaiting: true }]), {
    'PUT /api/admin/members/7/approval': () => new Response(null, { status: 204 }),
    'DELETE /api/admin/members/7/application': () => new Response(null, { status: 204 }),
  })
  assert.match(t.page.querySelector('article')!.textContent, /Waiting for approval/)
  await t.press('Approve')
  assert.equal(shownToast()?.title, '@bob is now a member')
  await t.press('Decline')
  await t.press('Decline and delete')
  assert.equal(shownToast()?.title, '@bob declined')
  assert.deepEqual(t.sent(), [
    ['PUT /api/admin/members/7/approval', undefined],
    ['DELETE /api/admin/members/7/application', undefined],
  ])
})

test('shows why an action failed', async () => {
  const rejected = { code: 'conflict', message: '@bob is suspended. Lift the suspension first.' }
  const t = await open(list([bob]), {
    'PUT /api/admin/members/7/role': () => Response.json(rejected, { status: 409 }),
  })
  await t.press('Make administrator')
  await t.press('Make administrator')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Nothing was changed', rejected.message])
})

test('shows a password reset link once', async () => {
  const link = 'http://site.test/auth?type=recovery&token_hash=abc'
  const t = await open(list([bob]), {
    'POST /api/admin/recovery-links': () => Response.json({ link }, { status: 201 }),
  })
  await t.press('Create password reset link')
  assert.equal(t.page.querySelector('dialog code')?.textContent, link)
  await t.press('Done')
  assert.doesNotMatch(t.page.textContent, /token_hash/)
})

test('disables unavailable actions, and gives the reason', async () => {
  const owner = await open(list([{ ...bob, role: 'admin', isOwner: true }]))
  for (const name of ['Remove administrator role', 'Create password reset link', 'Suspend'])
    assert.equal(owner.named(name).getAttribute('aria-disabled'), 'true', name)
  assert.equal(owner.named('Transfer ownership'), undefined)
  const fixed = await open(list([bob], { ownership: 'fixed' }))
  assert.match(fixed.named('Transfer ownership').textContent, /OWNER_USERNAME/)
  const other = await open(list([{ ...bob, isSuspended: true }], { ownership: 'not_owner' }))
  assert.equal(other.named('Transfer ownership'), undefined)
  assert.match(other.named('Make administrator').textContent, /Lift the suspension first/)
  assert.ok(other.named('Lift suspension'))
})

test('says what it cannot show for accounts hosted by Supabase', async () => {
  const member = { ...bob, email: null, lastActiveAt: null, hasTwoFactor: null }
  const { page, named } = await open(list([member], { hasAccounts: false }))
  assert.match(page.textContent, /managed by Supabase/)
  assert.equal(page.querySelector('[name=twoFactor]'), null)
  assert.equal(named('Sign out everywhere'), undefined)
  assert.doesNotMatch(page.querySelector('article')!.textContent, /Active|Never/)
})

test('loads more members after the last one', async () => {
  const searches: string[] = []
  const t = await open(list([bob]), {
    'GET /api/admin/members': ({ search }) => {
      searches.push(search.get('before') ?? '')
      return Response.json(
        search.has('before') ? list([{ ...bob, id: 3, username: 'eve' }]) : list([bob], { next: 7, total: 2 }),
      )
    },
  })
  await t.press('Show more members')
  assert.equal(t.page.querySelectorAll('article').length, 2)
  assert.ok(searches.includes('7'))
  assert.equal(t.named('Show more members'), undefined)
})

test('shows an error when the list cannot be loaded', async () => {
  const { page } = await open(list([]), { 'GET /api/admin/members': () => new Response('', { status: 503 }) })
  assert.match(page.textContent, /Failed to load members/)
})

test('makes members readers, and readers writers, after confirmation', async () => {
  const { page, press, sent } = await open(list([bob, { ...bob, id: 8, username: 'eve', role: 'reader' }]), {
    'PUT /api/admin/members/7/role': () => Response.json({ id: 7, username: 'bob', role: 'reader', isOwner: false }),
    'PUT /api/admin/members/8/role': () => Response.json({ id: 8, username: 'eve', role: 'member', isOwner: false }),
  })
  assert.match(page.querySelectorAll('article')[1]!.textContent, /Reader/)
  await press('Make reader')
  await press('Make reader')
  assert.equal(shownToast()?.title, '@bob can no longer publish')
  await press('Make writer')
  await press('Make writer')
  assert.deepEqual(sent(), [
    ['PUT /api/admin/members/7/role', { role: 'reader' }],
    ['PUT /api/admin/members/8/role', { role: 'member' }],
  ])
})

test('makes a writer a moderator and a moderator a writer after confirmation', async () => {
  const answers = {
    'PUT /api/admin/members/7/role': () => Response.json({ id: 7, username: 'bob', role: 'moderator', isOwner: false }),
    'PUT /api/admin/members/8/role': () => Response.json({ id: 8, username: 'eve', role: 'member', isOwner: false }),
  }
  const t = await open(list([bob, { ...bob, id: 8, username: 'eve', role: 'moderator' }]), answers)
  assert.match(t.page.querySelectorAll('article')[1]!.textContent, /Moderator/)
  await t.press('Make moderator')
  assert.match(t.page.textContent, /can’t act against administrators or other moderators/)
  await t.press('Make moderator')
  assert.equal(shownToast()?.title, '@bob is now a moderator')
  await t.press('Remove moderator role')
  await t.press('Remove role')
  assert.equal(shownToast()?.title, '@eve is no longer a moderator')
  assert.deepEqual(t.sent(), [
    ['PUT /api/admin/members/7/role', { role: 'moderator' }],
    ['PUT /api/admin/members/8/role', { role: 'member' }],
  ])
})
