import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import '#web/auth-client.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { call } from '#web/call.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { currentExclusion, sessionChanged } from '#web/session.ts'
import { SiteFrame } from './site-frame.tsx'

const answers: Answers = {
  'GET /api/users/me': () => Response.json(alice),
  'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
  'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(address: string, changed: Answers = {}) {
  history.replaceState(null, '', address)
  const asked = answer({ ...answers, ...changed })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  const { page } = await mount(<SiteFrame>The page itself</SiteFrame>, cache)
  await settle()
  return { page, calls: () => asked.map(({ call }) => call) }
}

const here = () => location.pathname + location.search
const logOut = (page: HTMLElement) => settle(() => page.querySelector<HTMLElement>('[aria-label="Log out"]')!.click())

test('redirects members once to the page that says they are waiting for approval, and then treats them as signed out', async () => {
  signInHere()
  const waiting = { code: 'awaiting_approval', message: 'An administrator needs to approve your account' }
  const t = await open('/blog?page=2', { 'GET /api/users/me': () => Response.json(waiting, { status: 403 }) })
  assert.equal(here(), '/login?next=%2Fblog%3Fpage%3D2')
  assert.ok(t.page.querySelector('a[href="/login"]'))
  assert.ok(localStorage.getItem('supabase_auth_token'))
  await settle(() => history.pushState(null, '', '/blog'))
  assert.equal(here(), '/blog')
  localStorage.clear()
  await settle(() => sessionChanged())
})

test('makes no calls for members on the next page of someone who is waiting, and opens it', async () => {
  signInHere()
  localStorage.setItem('awaiting_approval', 'user-1')
  const t = await open('/blog?page=2', {
    'GET /api/account/membership': () => Response.json({ isMember: false, isWaiting: true }),
  })
  assert.equal(here(), '/blog?page=2')
  assert.ok(t.page.querySelector('a[href="/login"]'))
  const known = new Set(['GET /api/account/membership', 'GET /api/config/supabase', 'GET /auth/v1/user'])
  assert.deepEqual(
    t.calls().filter((call) => !known.has(call)),
    [],
  )
})

test('redirects people whose registration was declined to the sign-in page, which says so', async () => {
  signInHere()
  localStorage.setItem('awaiting_approval', 'user-1')
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  await open('/blog', {
    'GET /api/account/membership': () => Response.json({ isMember: false, isWaiting: true }),
    'GET /auth/v1/user': () => Response.json({ code: 'user_not_found', message: 'Gone' }, { status: 403, headers }),
  })
  await settleUntil(() => assert.equal(here(), '/login'))
  assert.equal(currentExclusion()?.message, 'An administrator declined your registration.')
  signInHere()
  await settle(sessionChanged)
})

test('signs people in on the first page after their approval', async () => {
  signInHere()
  localStorage.setItem('awaiting_approval', 'user-1')
  const t = await open('/blog', {
    'GET /api/account/membership': () => Response.json({ isMember: true, isWaiting: false }),
    'GET /api/users/me': () => Response.json(alice),
  })
  assert.equal(here(), '/blog')
  assert.match(t.page.textContent, /Alice Archer/)
  assert.equal(localStorage.getItem('awaiting_approval'), null)
})

test('shows readers that they cannot publish instead of pages for publishing', async () => {
  signInHere()
  const reader = { 'GET /api/users/me': () => Response.json({ ...alice, role: 'reader' }) }
  const t = await open('/blog/create', reader)
  assert.match(t.page.textContent, /You can’t publish.*Ask an administrator to let you publish/)
  assert.doesNotMatch(t.page.textContent, /The page itself/)
  assert.equal(t.page.querySelector('.shell')?.getAttribute('data-viewer'), 'reader')
  await settle(() => history.pushState(null, '', '/blog'))
  assert.match(t.page.textContent, /The page itself/)
})

test('shows pages for publishing to readers who have just become writers', async () => {
  signInHere()
  let role = 'reader'
  const t = await open('/blog', { 'GET /api/users/me': () => Response.json({ ...alice, role }) })
  role = 'member'
  await settle(() => history.pushState(null, '', '/blog/create'))
  assert.match(t.page.textContent, /The page itself/)
})

test('redirects members whose role requires a second factor once to their security settings', async () => {
  signInHere()
  const t = await open('/blog?page=2', {
    'GET /api/users/me': () => Response.json({ ...alice, role: 'reader', needsSecondFactor: true }),
  })
  assert.equal(here(), '/settings/security?next=%2Fblog%3Fpage%3D2')
  await settle(() => history.pushState(null, '', '/blog/create?series=7'))
  assert.equal(here(), '/blog/create?series=7')
  assert.match(t.page.textContent, /Set up two-factor authentication/)
  const link = [...t.page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Set up')
  assert.equal(link?.getAttribute('href'), '/settings/security?next=%2Fblog%2Fcreate%3Fseries%3D7')
  await open('/post/7', {
    'GET /api/users/me': () => Response.json({ ...alice, role: 'reader', needsSecondFactor: true }),
  })
  assert.equal(here(), '/post/7')
})

test('lets members whose role requires a second factor turn off emails', async () => {
  signInHere()
  await open('/unsubscribe', {
    'GET /api/users/me': () => Response.json({ ...alice, role: 'reader', needsSecondFactor: true }),
  })
  assert.equal(here(), '/unsubscribe')
})

test('stays on the page when a rejected call shows that a second factor is now required', async () => {
  signInHere()
  let more = {}
  const t = await open('/post/7', { 'GET /api/users/me': () => Response.json({ ...alice, ...more }) })
  const status = t.page.querySelector('main > output')!
  more = { role: 'reader', needsSecondFactor: true }
  const refusal = { code: 'second_factor_required', message: 'Your role requires two-factor authentication.' }
  answer({
    'GET /api/users/me': () => Response.json({ ...alice, ...more }),
    'POST /api/posts/7/like': () => Response.json(refusal, { status: 403 }),
  })
  await settle(() => call(likePost, { params: { id: 7 } }).catch(() => undefined))
  assert.equal(here(), '/post/7')
  await settleUntil(() => assert.match(status.textContent, /Your role requires two-factor authentication/))
  await settle(() => history.pushState(null, '', '/post/8?draft=1#comments'))
  assert.equal(
    status.querySelector('a')?.getAttribute('href'),
    '/settings/security?next=%2Fpost%2F8%3Fdraft%3D1%23comments',
  )
  await settle(() => history.pushState(null, '', '/blog/create'))
  assert.match(t.page.textContent, /Set up two-factor authentication/)
})

test('shows visitors the page and the sign-in link without sending a request', async () => {
  const t = await open('/')
  assert.match(t.page.textContent, /The page itself/)
  assert.ok(t.page.querySelector('a[href="/login"]'))
  assert.deepEqual(t.calls(), [])
})

test('redirects visitors to the sign-in page from a members-only page', async () => {
  const t = await open('/post/7/edit?x=1')
  assert.equal(here(), '/login?next=%2Fpost%2F7%2Fedit%3Fx%3D1')
  assert.deepEqual(t.calls(), [])
})

test('shows members the page, and redirects them when the session ends in another tab', async () => {
  signInHere()
  document.documentElement.dataset.auth = 'in'
  const t = await open('/post/7/edit')
  assert.match(t.page.textContent, /The page itself/)
  assert.match(t.page.textContent, /Alice Archer/)
  await settle(() => {
    localStorage.removeItem('supabase_auth_token')
    dispatchEvent(new StorageEvent('storage', { key: 'supabase_auth_token' }))
  })
  assert.equal(here(), '/login?next=%2Fpost%2F7%2Fedit')
  assert.equal(document.documentElement.dataset.auth, undefined)
})

test('opens the feed with a toast after signing out, even from a members-only page', async () => {
  signInHere()
  const t = await open('/post/7/edit')
  await logOut(t.page)
  assert.equal(here(), '/')
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
  assert.equal(shownToast()?.description, 'You have been signed out.')
})

test('shows that a member is signed in when the profile fails to load', async () => {
  signInHere()
  const t = await open('/', { 'GET /api/users/me': () => new Response('', { status: 503 }) })
  assert.match(t.page.textContent, /Authenticated/)
  assert.match(t.page.textContent, /Loading profile\.\.\./)
})

test('clears the local copy at /?logged_out=true, shows a toast once, and removes the parameter', async () => {
  localStorage.setItem('user_profile', JSON.stringify(alice))
  await open('/?logged_out=true&type=popular')
  assert.equal(localStorage.getItem('user_profile'), null)
  assert.equal(shownToast()?.description, 'You have been signed out.')
  assert.equal(here(), '/?type=popular')
})

test('never ends an active session at /?logged_out=true', async () => {
  signInHere()
  const t = await open('/?logged_out=true')
  assert.equal(shownToast()?.title, 'You are still signed in')
  assert.match(t.page.textContent, /Alice Archer/)
  await settle(sessionChanged)
  assert.ok(localStorage.getItem('supabase_auth_token'))
})
