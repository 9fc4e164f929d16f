import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { answer, type Answers } from '#tests/support/mount.tsx'
import { patienceMs } from '#tests/support/patience.ts'
import { ApiError, messageOf } from './api.ts'
import './auth-client.ts'
import { call, queryOf } from './call.ts'
import { createQueryCache } from './query-cache.ts'

const listItems = endpoint('GET /api/posts', { summary: 'List items', access: 'anyone', answer: z.array(z.unknown()) })
const addItem = endpoint('POST /api/posts', {
  summary: 'Add an item',
  access: 'member',
  body: z.object({ content: z.string() }),
  answer: z.unknown(),
})
const uploadFile = endpoint('POST /api/uploads', {
  summary: 'Upload a file',
  access: 'member',
  body: media('multipart/form-data'),
  answer: z.unknown(),
})

const answers: Answers = {
  'GET /api/config/supabase': () => Response.json({ url: 'https://project.test', anonKey: 'key' }),
  // The hosted project never responds.
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
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

test('sends reads without a token, and does not send writes, while the session cannot be refreshed', async () => {
  const asked = answer(answers)
  const reading = call(listItems, {})
  await vi.advanceTimersByTimeAsync(4000)
  assert.deepEqual(await reading, [])
  assert.equal(asked.find(({ call }) => call === 'GET /api/posts')?.headers.get('authorization'), null)

  const writing = call(addItem, { body: { content: 'typed' } }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(15_000)
  assert.match(messageOf(await writing, ''), /sign-in service cannot be reached/)
  assert.equal(
    asked.some(({ call }) => call === 'POST /api/posts'),
    false,
  )
  assert.ok(localStorage.getItem('supabase_auth_token'))
})

test('times out on a stalled connection with the caller’s message, and gives uploads a longer limit', async () => {
  localStorage.clear()
  const patience: { ms: number; end: () => void }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    patience.push({ ms, end: () => controller.abort(new DOMException('Too late', 'TimeoutError')) })
    return controller.signal
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal))),
  )
  const failure = (call: Promise<unknown>) => call.catch((reason: unknown) => messageOf(reason, 'Could not post.'))
  const posting = failure(call(addItem, { body: { content: 'typed' } }))
  const uploading = failure(call(uploadFile, { body: new FormData() }))
  await vi.waitFor(() => assert.equal(patience.length, 2), patienceMs)
  assert.deepEqual(
    patience.map(({ ms }) => ms),
    [30_000, 120_000],
  )
  for (const { end } of patience) end()
  assert.deepEqual(await Promise.all([posting, uploading]), ['Could not post.', 'Could not post.'])
})

test('ends an aborted read immediately', async () => {
  localStorage.clear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal))),
  )
  const cache = createQueryCache()
  const { queryKey, ...query } = queryOf(listItems, {})
  const reading = cache.fetchQuery({ queryKey, ...query, retry: false }).catch((reason: unknown) => reason)
  await vi.waitFor(() => assert.equal(vi.mocked(fetch).mock.calls.length, 1), patienceMs)
  await cache.cancelQueries({ queryKey })
  assert.equal(vi.mocked(fetch).mock.calls[0]![1]?.signal?.aborted, true)
  assert.ok(await reading)
})

test('shows the request ID only for internal errors', async () => {
  const failing = (status: number) =>
    messageOf(new ApiError(status, JSON.stringify({ message: 'It failed.', requestId: 'r-1' })), '')
  assert.deepEqual(
    [failing(500), failing(409), failing(503)],
    ['It failed. Request ID: r-1', 'It failed.', 'It failed.'],
  )
})
