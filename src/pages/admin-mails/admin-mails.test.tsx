import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { UnsentMail } from '#features/people/accounts/unsent-mails.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminMailsView } from './admin-mails.tsx'

const admin = { ...alice, role: 'admin' as const }
const evil = '<img src=x onerror="window.pwned=1">'
const request: UnsentMail = {
  id: 1,
  recipient: 'bob@example.org',
  subject: 'Set a new password',
  body: 'Someone asked for a new password.',
  hadLink: true,
  createdAt: '2026-11-21T00:00:00.000Z',
  isReset: true,
  member: { username: 'bob', role: 'member' },
  handledAt: null,
  handledBy: null,
}
const link = 'http://site.test/auth?type=recovery&token_hash=abc'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(mails: UnsentMail[], answers: Answers = {}, address = '/admin/mails', canSendEmail = false) {
  history.replaceState(null, '', address)
  const listed = [...mails]
  const asked = answer({
    'GET /api/users/me': () => Response.json(admin),
    'GET /api/admin/mails': () =>
      Response.json({
        mails: listed,
        openRequests: listed.length,
        page: 1,
        totalPages: Math.min(listed.length, 1),
        total: listed.length,
      }),
    'POST /api/admin/recovery-links': () => {
      listed.length = 0
      return Response.json({ link }, { status: 201 })
    },
    ...answers,
  })
  signInHere()
  await settle(() => cacheProfile(admin))
  const cache = createQueryCache()
  const site = { name: 'Devstead', ownerUsername: 'alice', isRegistrationOpen: true, canSendEmail }
  cache.setQueryData(siteQuery.queryKey, site)
  const { page } = await mount(<adminMailsView.View params={{}} query={{}} />, cache)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  return { page, asked, press }
}

test('creates a reset link and shows it only once', async () => {
  const t = await open([request])
  assert.match(t.page.textContent, /This site has no mail server/)
  assert.match(t.page.textContent, /@bob requested a password reset/)
  assert.doesNotMatch(t.page.textContent, /token_hash/)
  await t.press('Create link')
  assert.deepEqual(t.asked.find(({ call }) => call.startsWith('POST'))?.body, { username: 'bob' })
  assert.equal(t.page.querySelector('dialog code')?.textContent, link)
  assert.match(t.page.textContent, /No open requests/)
  await t.press('Done')
  assert.doesNotMatch(t.page.textContent, /token_hash/)
})

test('shows an error and keeps the request when creating a link fails', async () => {
  const rejected = { code: 'forbidden', message: 'Not for you.' }
  const t = await open([request], {
    'POST /api/admin/recovery-links': () => Response.json(rejected, { status: 403 }),
  })
  await t.press('Create link')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Link not created', 'Not for you.'])
  assert.match(t.page.textContent, /@bob requested a password reset/)
})

test('shows the command to run instead of a button for administrators’ requests', async () => {
  const t = await open([{ ...request, member: { username: 'ada', role: 'admin' } }])
  assert.match(t.page.textContent, /npm run devstead -- member reset-password ada/)
  assert.equal(
    [...t.page.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Create link'),
    false,
  )
})

test('shows unsent email as plain text, and shows who created the link for a handled request', async () => {
  const t = await open(
    [
      { ...request, id: 2, subject: evil, body: evil, isReset: false, member: null },
      { ...request, handledAt: request.createdAt, handledBy: 'ada' },
    ],
    {},
    '/admin/mails?status=all',
  )
  assert.ok(t.asked.some(({ call }) => call === 'GET /api/admin/mails'))
  assert.equal(t.page.querySelectorAll('img').length, 0)
  assert.ok(t.page.textContent.includes(evil))
  assert.match(t.page.textContent, /@ada created a link/)
})

test('says that the site sends email if it has a mail server', async () => {
  const t = await open([], {}, '/admin/mails', true)
  assert.match(t.page.textContent, /Email is set up for this site/)
  assert.doesNotMatch(t.page.textContent, /has no mail server/)
})
