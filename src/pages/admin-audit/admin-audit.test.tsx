import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import type { AuditEntry } from '#features/admin/audit/audit.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminAuditView } from './admin-audit.tsx'

const admin = { ...alice, role: 'admin' as const }
const person = { id: 7, username: 'bob', displayName: 'Bob', profileImage: null }
const evil = '<img src=x onerror="window.pwned=1">'
const entry = (part: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  action: 'post.deleted',
  text: 'Deleted someone else’s post',
  actorKind: 'member',
  actor: { ...person, id: 1, username: 'ada' },
  subject: person,
  target: '/post/7',
  details: {},
  requestId: 'the-request',
  recordedAt: '2026-11-24T10:00:00.000Z',
  ...part,
})
const list = (entries: AuditEntry[]) => () => Response.json({ entries, next: null, days: 365 })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(address: string, answers: Answers) {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({ 'GET /api/users/me': () => Response.json(admin), ...answers })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminAuditView.View params={{}} query={{} as never} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name)!.click())
  return { page, press, asked }
}

test('shows who did what to whom, as plain text, with links only to this site', async () => {
  const entries = [
    entry(),
    entry({ id: 2, target: '//elsewhere.example', details: { from: evil }, subject: null, requestId: null }),
    entry({ id: 3, actor: null, actorKind: 'operator', target: null }),
    entry({ id: 4, actor: null }),
  ]
  const { page } = await open('/admin/audit', { 'GET /api/admin/audit': list(entries) })
  const texts = [...page.querySelectorAll('article')].map((one) => one.textContent)
  assert.match(texts[0]!, /Deleted someone else’s post.*by @ada.*member @bob.*\/post\/7.*request the-request/)
  assert.ok(texts[1]!.includes(`from: ${evil}`))
  assert.match(texts[2]!, /by the command line/)
  assert.match(texts[3]!, /by a deleted member/)
  assert.match(page.textContent, /Newest first\. Entries are kept for 365 days\./)
  const links = [...page.querySelectorAll('article a')].map((one) => one.getAttribute('href'))
  assert.deepEqual(new Set(links), new Set(['/profile/ada', '/profile/bob', '/post/7']))
  assert.equal(page.querySelector('img[src=x]'), null)
})

test('reads the filter from the URL and writes changes back to it', async () => {
  const { page, asked } = await open('/admin/audit?action=post.deleted&member=bob&from=2026-11-01&who=odd', {
    'GET /api/admin/audit': list([]),
  })
  const address = asked.findLast(({ call }) => call === 'GET /api/admin/audit')
  assert.ok(address)
  assert.match(page.textContent, /No entries/)
  const form = page.querySelector('form')!
  const given = Object.fromEntries(new FormData(form))
  assert.deepEqual(given, { action: 'post.deleted', who: '', member: 'bob', from: '2026-11-01', to: '' })
  form.querySelector<HTMLInputElement>('[name=member]')!.value = ' ada '
  form.querySelector<HTMLInputElement>('[name=from]')!.value = ''
  await settle(() => form.requestSubmit())
  assert.equal(location.pathname + location.search, '/admin/audit?action=post.deleted&member=ada')
})

test('loads earlier entries when asked to', async () => {
  const answers = [
    { entries: [entry({ id: 9 })], next: 9, days: 365 },
    { entries: [entry({ id: 8, target: '/post/8' })], next: null, days: 365 },
  ]
  const t = await open('/admin/audit?action=post.deleted', {
    'GET /api/admin/audit': ({ search }) => Response.json(answers[search.has('before') ? 1 : 0]),
  })
  await t.press('Show more entries')
  assert.deepEqual(
    [...t.page.querySelectorAll('article')].map((one) => /\/post\/\d/.exec(one.textContent)?.[0]),
    ['/post/7', '/post/8'],
  )
  assert.doesNotMatch(t.page.textContent, /Show more entries/)
})

test('downloads the selected entries, and shows an error when that fails', async () => {
  const t = await open('/admin/audit', {
    'GET /api/admin/audit': list([entry()]),
    'GET /api/admin/audit/export': () => new Response('time,action\r\n', { headers: { 'content-type': 'text/csv' } }),
  })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await t.press('CSV')
  assert.equal(await (saved.mock.calls[0]![0] as Blob).text(), 'time,action\r\n')
  const refused = () => Response.json({ message: 'Too many exports.' }, { status: 429 })
  answer({ 'GET /api/admin/audit/export': refused })
  await t.press('JSON')
  assert.equal(shownToast()?.description, 'Too many exports.')
})

test('shows an error when the log cannot be loaded', async () => {
  const { page } = await open('/admin/audit', { 'GET /api/admin/audit': () => new Response('', { status: 503 }) })
  assert.match(page.textContent, /Failed to load entries/)
})
