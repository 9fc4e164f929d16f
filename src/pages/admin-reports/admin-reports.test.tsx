import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { ReportedPost } from '#features/admin/reports/reports.contract.ts'
import type { Suspension } from '#features/admin/suspensions/suspensions.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminReportsView } from './admin-reports.tsx'
import { adminReportsAddress } from '../admin/admin-addresses.ts'

const admin = { ...alice, role: 'admin' as const }
const person = (id: number, username: string) => ({ id, username, displayName: `Full ${username}`, profileImage: null })
const evil = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
const at = '2026-11-21T00:00:00.000Z'
const reported: ReportedPost = {
  post: {
    id: 7,
    title: evil,
    text: evil,
    createdAt: at,
    isHidden: false,
    user: { ...person(2, 'bob'), displayName: evil },
    canSuspend: true,
  },
  reports: [{ reason: 'spam', details: evil, user: person(3, 'carol'), reportedAt: at }],
  reportedAt: at,
  closedAt: null,
  closedBy: null,
}
const suspension: Suspension = {
  member: person(2, 'bob'),
  reason: evil,
  suspendedBy: person(1, 'alice'),
  suspendedAt: at,
}
const paged = { page: 1, totalPages: 1, total: 1 }
const none = { page: 1, totalPages: 0, total: 0 }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

const queryOf = (query: Record<string, string>) => adminReportsAddress.queryIn(new URLSearchParams(query))

async function open(query: Record<string, string> = {}, answers: Answers = {}, viewer: typeof alice | null = admin) {
  await settle(() => history.replaceState(null, '', adminReportsAddress.href(queryOf(query))))
  let items = [reported]
  const asked = answer({
    'GET /api/users/me': () => Response.json(viewer),
    'GET /api/admin/reports': () => Response.json({ items, ...(items.length > 0 ? paged : none) }),
    'GET /api/admin/suspensions': () => Response.json({ suspensions: [suspension], ...paged }),
    'PATCH /api/admin/reports/7': () => {
      items = []
      return Response.json(reported)
    },
    'PUT /api/admin/members/2/suspension': () => Response.json(suspension),
    'DELETE /api/admin/members/2/suspension': () => new Response(null, { status: 204 }),
    'DELETE /api/posts/7': () => new Response(null, { status: 204 }),
    ...answers,
  })
  if (viewer) {
    signInHere()
    await settle(() => cacheProfile(viewer))
  }
  const { page } = await mount(<adminReportsView.View params={{}} query={queryOf(query)} />)
  await settle()
  const buttons = () => [...page.querySelectorAll<HTMLButtonElement>('button')]
  const press = (name: string) =>
    settle(() =>
      buttons()
        .findLast((one) => one.textContent.trim() === name)!
        .click(),
    )
  const sent = () => asked.filter((one) => !one.call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, buttons, press, sent, asked }
}

test('shows posts, reports, and suspensions as plain text', async () => {
  for (const status of ['open', 'suspended']) {
    const { page } = await open({ status })
    assert.equal(page.querySelectorAll('img[src=x], script').length, 0)
    assert.ok(page.textContent.includes(evil))
  }
  assert.equal('pwned' in globalThis, false)
})

test('dismisses reports and offers Undo', async () => {
  const t = await open()
  assert.match(t.page.textContent, /1 report.*Spam.*@carol/)
  await t.press('Dismiss')
  assert.equal(shownToast()?.title, 'Reports dismissed')
  assert.match(t.page.textContent, /No open reports/)
  await settle(() => shownToast()!.action!.onSelect())
  assert.deepEqual(t.sent(), [
    ['PATCH /api/admin/reports/7', { status: 'closed' }],
    ['PATCH /api/admin/reports/7', { status: 'open' }],
  ])
})

test('deletes a post after confirmation', async () => {
  const t = await open()
  await t.press('Delete post')
  assert.match(t.page.textContent, /Are you sure you want to delete this post/)
  assert.deepEqual(t.sent(), [])
  await t.press('Delete')
  assert.deepEqual(t.sent(), [['DELETE /api/posts/7', undefined]])
})

test('suspends an author, keeps the typed reason if the suspension fails, and offers Undo', async () => {
  let status = 502
  const t = await open(
    {},
    {
      'PUT /api/admin/members/2/suspension': () =>
        Response.json(status === 502 ? { message: 'No' } : suspension, { status }),
    },
  )
  await t.press('Suspend author')
  await t.press('Suspend')
  assert.match(t.page.textContent, /Enter a reason/)
  await settle(() => type(t.page.querySelector('textarea')!, 'Sells shoes'))
  await t.press('Suspend')
  assert.match(t.page.textContent, /No/)
  assert.equal(t.page.querySelector('textarea')!.value, 'Sells shoes')
  status = 200
  await t.press('Suspend')
  assert.equal(shownToast()?.title, '@bob suspended')
  await settle(() => shownToast()!.action!.onSelect())
  assert.equal(shownToast()?.title, 'Suspension of @bob lifted')
  assert.deepEqual(t.sent().at(-2), ['PUT /api/admin/members/2/suspension', { reason: 'Sells shoes' }])
  assert.deepEqual(t.sent().at(-1), ['DELETE /api/admin/members/2/suspension', undefined])
})

test('lists suspended members and lifts a suspension after confirmation', async () => {
  const t = await open({ status: 'suspended' })
  assert.match(t.page.textContent, /Full bob@bob · suspended by @alice · /)
  await t.press('Lift suspension')
  assert.deepEqual(t.sent(), [])
  await t.press('Lift suspension')
  assert.deepEqual(t.sent(), [['DELETE /api/admin/members/2/suspension', undefined]])
  assert.equal(shownToast()?.title, 'Suspension of @bob lifted')
})

test('shows an error when lifting a suspension fails', async () => {
  const failing = { 'DELETE /api/admin/members/2/suspension': () => new Response('', { status: 503 }) }
  const t = await open({ status: 'suspended' }, failing)
  await t.press('Lift suspension')
  await t.press('Lift suspension')
  assert.equal(shownToast()?.description, 'Failed to lift the suspension. Try again.')
})

test('offers to reopen closed reports, but not to delete hidden posts or suspend their authors', async () => {
  const closed = {
    ...reported,
    post: { ...reported.post, isHidden: true },
    closedAt: at,
    closedBy: person(1, 'alice'),
  }
  const list = { 'GET /api/admin/reports': () => Response.json({ items: [closed], ...paged }) }
  const t = await open({ status: 'closed' }, list)
  assert.match(t.page.textContent, /Author suspended.*Closed by @alice · /)
  const names = new Set(t.buttons().map((one) => one.textContent.trim()))
  assert.deepEqual(
    ['Reopen', 'Delete post', 'Suspend author'].map((name) => names.has(name)),
    [true, false, false],
  )
  assert.equal(t.page.querySelector('a[href="/post/7"]'), null)
})

test('denies access to non-administrators and sends no requests', async () => {
  const t = await open({}, {}, alice)
  assert.match(t.page.textContent, /don’t have access/)
  assert.equal(
    t.asked.some(({ call }) => call.includes('/admin/')),
    false,
  )
})

test('shows moderators the reports', async () => {
  const t = await open({}, {}, { ...alice, role: 'moderator' })
  assert.doesNotMatch(t.page.textContent, /don’t have access/)
  assert.ok(t.asked.some(({ call }) => call === 'GET /api/admin/reports'))
})

test('reloads a list that failed to load, and shows empty lists and pages past the end', async () => {
  let status = 503
  const failing = await open(
    {},
    { 'GET /api/admin/reports': () => Response.json({ items: [reported], ...paged }, { status }) },
  )
  assert.match(failing.page.textContent, /Failed to load reports/)
  status = 200
  await failing.press('Try Again')
  assert.match(failing.page.textContent, /1 report/)
  const past = { 'GET /api/admin/reports': () => Response.json({ items: [], page: 9, totalPages: 1, total: 1 }) }
  assert.match((await open({ page: '9' }, past)).page.textContent, /There are no reports on this page/)
  const empty = { 'GET /api/admin/suspensions': () => Response.json({ suspensions: [], ...none }) }
  assert.match((await open({ status: 'suspended' }, empty)).page.textContent, /No suspended members/)
})

test('reads the selected tab and page from the URL', () => {
  assert.deepEqual(queryOf({ status: 'closed', page: '3' }), { status: 'closed', page: 3 })
  assert.deepEqual(queryOf({ status: 'x', page: 'y' }), { status: 'open', page: 1 })
  assert.equal(adminReportsAddress.href({ status: 'open' }), '/admin/reports')
  assert.equal(adminReportsAddress.href({ status: 'suspended', page: 2 }), '/admin/reports?status=suspended&page=2')
})
