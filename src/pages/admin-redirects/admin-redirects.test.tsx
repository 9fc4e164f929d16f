import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { AddressCheck, CheckedAddress } from '#features/admin/address-checks/address-checks.contract.ts'
import type { Redirect } from '#features/admin/redirects/redirects.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminRedirectCheckView } from '../admin-redirect-check/admin-redirect-check.tsx'
import { adminRedirectsView } from './admin-redirects.tsx'

const admin = { ...alice, role: 'admin' as const }
const redirect = (part: Partial<Redirect> = {}): Redirect => ({
  id: 7,
  from: '/2019/hello',
  to: '/blog/hello',
  origin: 'manual',
  username: 'alice',
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  ...part,
})
const list = (redirects: Redirect[]) => () =>
  Response.json({ redirects, page: 1, totalPages: redirects.length, total: redirects.length })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(address: string, answers: Answers) {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({ 'GET /api/users/me': () => Response.json(admin), ...answers })
  signInHere()
  await settle(() => cacheProfile(admin))
  const isCheck = address.startsWith('/admin/redirects/check')
  const query = { show: 'failed' as const, q: undefined, from: undefined, page: 1 }
  const view = isCheck ? (
    <adminRedirectCheckView.View params={{}} query={query} />
  ) : (
    <adminRedirectsView.View params={{}} query={query} />
  )
  const { page } = await mount(view)
  await settle()
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .findLast((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)!
        .click(),
    )
  const fill = (name: string, value: string) => {
    const field = page.querySelector<HTMLInputElement>(`[name=${name}]`)!
    field.value = value
  }
  const submit = () =>
    settle(() =>
      page.querySelector('form[method=post]')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
  const sent = () => asked.filter((one) => !one.call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, press, fill, submit, sent }
}

test('shows what is wrong with a redirect, and adds it once corrected', async () => {
  const t = await open('/admin/redirects', {
    'GET /api/admin/redirects': list([]),
    'POST /api/admin/redirects': () => Response.json(redirect(), { status: 201 }),
  })
  assert.match(t.page.textContent, /No redirects yet/)
  await t.press('Add redirect')
  t.fill('from', '/')
  t.fill('to', '/blog')
  await t.submit()
  assert.match(t.page.textContent, /The home page cannot be redirected/)
  t.fill('from', '/2019/hello')
  await t.submit()
  assert.deepEqual(t.sent(), [['POST /api/admin/redirects', { from: '/2019/hello', to: '/blog' }]])
  assert.equal(shownToast()?.title, 'Redirect added')
  assert.equal(t.page.querySelector('form[method=post]'), null)
})

test('keeps the input when the server rejects it', async () => {
  const message = 'There is already a redirect from /x to /y.'
  const t = await open('/admin/redirects?from=/x', {
    'GET /api/admin/redirects': list([]),
    'POST /api/admin/redirects': () => Response.json({ code: 'conflict', message }, { status: 409 }),
  })
  assert.equal(t.page.querySelector<HTMLInputElement>('[name=from]')!.value, '/x')
  t.fill('to', '/z')
  await t.submit()
  assert.ok(t.page.textContent.includes(message))
  assert.equal(t.page.querySelector<HTMLInputElement>('[name=to]')!.value, '/z')
})

test('changes and deletes a redirect', async () => {
  const t = await open('/admin/redirects', {
    'GET /api/admin/redirects': list([redirect(), redirect({ id: 8, from: '/w/*', to: '/x/*', origin: 'import' })]),
    'PUT /api/admin/redirects/7': () => Response.json(redirect()),
    'DELETE /api/admin/redirects/8': () => new Response(null, { status: 204 }),
  })
  assert.match(t.page.textContent, /\/2019\/hello.*\/blog\/hello.*@alice.*\/w\/\*.*From an import/)
  await t.press('Edit the redirect from /2019/hello')
  t.fill('to', '/blog/other')
  await t.submit()
  await t.press('Delete the redirect from /w/*')
  await t.press('Delete')
  assert.deepEqual(t.sent(), [
    ['PUT /api/admin/redirects/7', { from: '/2019/hello', to: '/blog/other' }],
    ['DELETE /api/admin/redirects/8', undefined],
  ])
})

test('keeps the rejected lines of pasted text and shows the reasons', async () => {
  const rejected = [{ line: 2, text: '/loop /loop', message: 'The target /loop would lead back to /loop.' }]
  const t = await open('/admin/redirects', {
    'GET /api/admin/redirects': list([redirect()]),
    'POST /api/admin/redirects/lines': () => Response.json({ added: 1, unchanged: 0, rejected }),
  })
  await t.press('Paste many')
  t.fill('text', '/a /b\n/loop /loop')
  await t.submit()
  assert.equal(shownToast()?.title, '1 added, 1 not added')
  assert.match(t.page.textContent, /This line was not added:.*would lead back/)
  assert.equal(t.page.querySelector<HTMLTextAreaElement>('[name=text]')!.value, '/loop /loop')
})

const check: AddressCheck = {
  state: 'done',
  sitemapUrl: 'https://old.example/sitemap.xml',
  problem: null,
  addressCount: 3,
  checkedCount: 3,
  failedCount: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
}
const lost: CheckedAddress = { place: 1, address: '/?p=1&x', isOk: false, outcome: { redirects: [], status: 404 } }
const results = (part: Partial<AddressCheck>, addresses: CheckedAddress[]) => () =>
  Response.json({ check: { ...check, ...part }, addresses, page: 1, totalPages: 1, total: addresses.length })

test('starts a check, and links each failed URL to the form for adding a redirect', async () => {
  const t = await open('/admin/redirects/check', {
    'GET /api/admin/address-check': results({}, [lost]),
    'PUT /api/admin/address-check': () => Response.json({ ...check, state: 'waiting' }),
  })
  assert.match(t.page.textContent, /1 of 3 addresses failed.*Failures1.*All3.*Failed: 404/)
  const link = [...t.page.querySelectorAll('a')].find((one) => one.textContent === 'Add redirect')!
  assert.equal(new URL(link.href).searchParams.get('from'), '/?p=1&x')
  await t.submit()
  assert.match(t.page.textContent, /Enter the URL of a sitemap/)
  t.fill('source', '/a')
  await t.submit()
  assert.deepEqual(t.sent(), [['PUT /api/admin/address-check', { source: '/a' }]])
})

test('shows checks that succeeded, are in progress, or failed', async () => {
  const text = async (part: Partial<AddressCheck>) =>
    (await open('/admin/redirects/check', { 'GET /api/admin/address-check': results(part, []) })).page.textContent
  assert.match(await text({ failedCount: 0 }), /All 3 addresses are OK.*No failures/)
  assert.match(await text({ state: 'running', checkedCount: 2 }), /Checked 2 of 3 addresses/)
  assert.match(await text({ state: 'waiting', addressCount: 0 }), /Fetching the sitemap/)
  assert.match(await text({ state: 'failed', problem: 'It is gone.' }), /could not be checked.*It is gone\./)
})
