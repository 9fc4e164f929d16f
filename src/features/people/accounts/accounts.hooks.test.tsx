import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { alice } from '#tests/support/samples.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { queryOf } from '#web/call.ts'
import { sessionChanged } from '#web/session.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { signOut, useSessionReads } from './accounts.hooks.ts'

const answers: Answers = {
  'GET /api/users/me': () => Response.json(alice),
  'GET /api/posts': () => Response.json([]),
  'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
}

const ofItems = { summary: 'List items', access: 'anyone', answer: z.array(z.unknown()) } as const
const listItems = endpoint('GET /api/posts', ofItems)
const listNotices = endpoint('GET /api/notifications', ofItems)

function Page() {
  useSessionReads()
  const viewer = useViewer()
  useQuery({ ...queryOf(listItems, {}), initialData: [] })
  return <p>{viewer ? viewer.displayName : 'nobody'}</p>
}

beforeEach(() => localStorage.clear())

const callsOf = (asked: { call: string }[], call: string) => asked.filter((one) => one.call === call).length

test('fetches nothing for visitors', async () => {
  const asked = answer(answers)
  const { page } = await mount(<Page />)
  await settle()
  assert.equal(page.textContent, 'nobody')
  assert.deepEqual(asked, [])
})

test('refetches preloaded data with the member’s token', async () => {
  signInHere()
  const asked = answer(answers)
  const { page } = await mount(<Page />)
  await settle()
  assert.equal(page.textContent, 'Alice Archer')
  assert.equal(callsOf(asked, 'GET /api/posts'), 1)
  assert.equal(asked[0]?.headers.get('authorization'), 'Bearer token of user-1')
})

test('shows the locally stored profile immediately, then updates it from the server', async () => {
  signInHere()
  localStorage.setItem('user_profile', JSON.stringify({ ...alice, displayName: 'Kept Alice' }))
  let updates = 0
  addEventListener('user-profile-updated', () => (updates += 1))
  const pending = Promise.withResolvers<void>()
  answer({ ...answers, 'GET /api/users/me': () => pending.promise.then(() => Response.json(alice)) })
  const { page } = await mount(<Page />)
  assert.equal(page.textContent, 'Kept Alice')
  await settle(pending.resolve)
  assert.equal(page.textContent, 'Alice Archer')
  assert.equal(updates, 1)
  assert.equal(JSON.parse(localStorage.getItem('user_profile') ?? '{}').displayName, 'Alice Archer')
})

test('refetches when the session changes, but not when a tab reports the same session', async () => {
  const asked = answer(answers)
  const { page } = await mount(<Page />)
  await settle(() => {
    signInHere()
    sessionChanged()
  })
  assert.equal(page.textContent, 'Alice Archer')
  const before = callsOf(asked, 'GET /api/posts')
  assert.equal(before, 1)
  await settle(() => sessionChanged())
  assert.equal(callsOf(asked, 'GET /api/posts'), before)
})

test('clears the previous member’s data when a different member signs in from another tab', async () => {
  signInHere()
  let name = 'Alice Archer'
  answer({ ...answers, 'GET /api/users/me': () => Response.json({ ...alice, displayName: name }) })
  const { page } = await mount(<Page />)
  await settle()
  name = 'Bob Baker'
  await settle(() => {
    signInHere('user-2')
    dispatchEvent(new StorageEvent('storage', { key: 'supabase_auth_token' }))
  })
  assert.equal(page.textContent, 'Bob Baker')
})

test('clears the session and profile within two seconds of signing out, even if the server is unreachable', async () => {
  signInHere()
  answer({ ...answers, 'POST /auth/v1/logout': () => new Promise(() => {}) })
  const { page } = await mount(<Page />)
  await settle()
  const started = Date.now()
  let tookMs = Infinity
  await settle(async () => {
    await signOut()
    tookMs = Date.now() - started
  })
  assert.ok(tookMs < 2000)
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
  assert.equal(localStorage.getItem('user_profile'), null)
  assert.equal(page.textContent, 'nobody')
})

test('does not refetch private data after signing out', async () => {
  signInHere()
  const asked = answer({
    ...answers,
    'GET /api/notifications': () => Response.json([]),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  })
  function Members() {
    useSessionReads()
    useQuery({ ...queryOf(listNotices, {}), enabled: useSignedIn() })
    return null
  }
  await mount(<Members />)
  await settle()
  await settle(signOut)
  assert.deepEqual(
    asked.filter(({ call }) => call === 'GET /api/notifications').map(({ headers }) => headers.has('authorization')),
    [true],
  )
})

test('ends a session that both the site and the identity provider reject', async () => {
  signInHere()
  answer({
    ...answers,
    'GET /api/users/me': () => Response.json({ message: 'Sign in to do this.' }, { status: 401 }),
    'GET /auth/v1/user': () => Response.json({ code: 'session_not_found', message: 'Gone' }, { status: 403 }),
  })
  await mount(<Page />)
  await settle(() => new Promise((resolve) => setTimeout(resolve, 300)))
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
})
