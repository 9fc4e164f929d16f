// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { answer, type Answers } from '#tests/mount.tsx'
import { get, messageOf, send } from './api.ts'
import './auth-client.ts'

const answers: Answers = {
  'GET /api/config/supabase': () => Response.json({ url: 'https://project.test', anonKey: 'key' }),
  // The project hangs.
  'POST /auth/v1/token': () => new Promise(() => {}),
  'GET /api/posts': () => Response.json([]),
  'POST /api/posts': () => Response.json({}),
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const session = { access_token: 'old', refresh_token: 'refresh', expires_at: 1, user: { id: 'user-1' } }
  localStorage.setItem('supabase_auth_token', JSON.stringify(session))
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('while the session cannot be refreshed everybody’s part is read all the same, and nothing is written as a stranger', async () => {
  const asked = answer(answers)
  const reading = get('/api/posts', z.array(z.unknown()))
  await vi.advanceTimersByTimeAsync(4000)
  assert.deepEqual(await reading, [])
  assert.equal(asked.find(({ call }) => call === 'GET /api/posts')?.headers.get('authorization'), null)

  const writing = send('POST', '/api/posts', z.unknown(), { content: 'typed' }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(15_000)
  assert.match(messageOf(await writing, ''), /sign-in service cannot be reached/)
  assert.equal(
    asked.some(({ call }) => call === 'POST /api/posts'),
    false,
  )
  assert.ok(localStorage.getItem('supabase_auth_token'))
})
