import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { answer, type Answers, mount, settle } from '#tests/support/mount.tsx'
import { phone, sessionOn, userWith } from '#tests/support/sessions.ts'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { isCodeRequired, isSignedIn, sessionKey } from '#web/session.ts'
import { SiteFrame } from './site-frame.tsx'

const unproven = { ...phone, status: 'unverified' }
const keepSession = (session: object) => localStorage.setItem(sessionKey, JSON.stringify(session))

beforeEach(() => localStorage.clear())

async function open(address: string, answers: Answers = {}) {
  history.replaceState(null, '', address)
  document.documentElement.dataset.auth = 'in'
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    ...answers,
  })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  const { page } = await mount(<SiteFrame>The page itself</SiteFrame>, cache)
  await settle(() => new Promise((resolve) => setTimeout(resolve, 100)))
  return { page, calls: () => asked.map(({ call }) => call) }
}

const here = () => location.pathname + location.search

test('requires a code only for an AAL1 session of an account with an authenticator app', () => {
  const wanted = (session: object) => {
    keepSession(session)
    return isCodeRequired()
  }
  assert.deepEqual(
    [sessionOn('aal1'), sessionOn('aal2'), sessionOn('aal1', []), sessionOn('aal1', [unproven])].map(wanted),
    [true, false, false, false],
  )
  assert.equal(wanted({ ...sessionOn('aal1'), access_token: 'no.token' }), false)
  localStorage.setItem(sessionKey, 'nonsense')
  assert.equal(isCodeRequired(), false)
})

test('treats an incomplete sign-in as signed out, and redirects to the code step once', async () => {
  keepSession(sessionOn('aal1'))
  const t = await open('/post/7?x=1#comments')
  assert.equal(here(), '/login?next=%2Fpost%2F7%3Fx%3D1%23comments')
  assert.equal(document.documentElement.dataset.auth, undefined)
  assert.ok(t.page.querySelector('a[href="/login"]'))
  assert.equal(t.calls().includes('GET /api/users/me'), false)
  await settle(() => history.pushState(null, '', '/blog'))
  assert.equal(here(), '/blog')
})

test('notices after a token refresh that a session has dropped to AAL1, and redirects to the code step', async () => {
  keepSession(sessionOn('aal2'))
  const t = await open('/blog', {
    'GET /api/users/me': () => Response.json({ message: 'Enter the code' }, { status: 401 }),
    'GET /auth/v1/user': () => Response.json(userWith([phone])),
    'POST /auth/v1/token': () => Response.json(sessionOn('aal1')),
  })
  assert.equal(here(), '/login?next=%2Fblog')
  assert.equal(isSignedIn(), false)
  assert.equal(t.calls().filter((call) => call === 'POST /auth/v1/token').length, 1)
})
