import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import type { Notification } from '#features/people/notifications/notifications.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { notificationsView } from './notifications.tsx'

const bob = { name: 'Bob Baker', username: 'bob', profileImage: null }
const entry = (id: number, part: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'like',
  count: 1,
  actors: [bob],
  post: { id: 7, slug: null, words: 'Lambda' },
  entryId: null,
  updatedAt: `2026-11-21T00:00:0${id}.000Z`,
  isAboutProfile: false,
  isRead: false,
  ...part,
})
const read = 'POST /api/notifications/read'

beforeEach(() => {
  localStorage.clear()
  signInHere()
  history.replaceState(null, '', '/notifications')
})

async function open(notifications: Notification[], more: Answers = {}, totalPages = 1) {
  const unread = notifications.filter(({ isRead }) => !isRead).length
  const asked = answer({
    'GET /api/notifications': () =>
      Response.json({ notifications, unread, page: 1, totalPages, total: notifications.length }),
    'GET /api/notifications/unread-count': () => Response.json({ count: unread }),
    [read]: () => Response.json({ unread: 0 }),
    ...more,
  })
  const { page } = await mount(<notificationsView.View params={{}} query={{}} />)
  await settle()
  const all = () => [...page.querySelectorAll('button')].find((one) => one.textContent === 'Mark all as read')!
  const marks = () => asked.filter(({ call }) => call === read).map(({ body }) => body)
  return { page, all, marks }
}

test('shows each notification as a sentence with a link to its subject', async () => {
  const { page } = await open(
    [
      entry(3, { count: 14, actors: [bob, { ...bob, username: 'zoe', name: 'Zoe' }] }),
      entry(2, { kind: 'follow', post: null }),
      entry(1, { post: null, actors: [], isRead: true }),
      entry(4, { kind: 'mention', post: null, isAboutProfile: true }),
    ],
    {},
    2,
  )
  const rows = [...page.querySelectorAll('li.notification')]
  assert.deepEqual(
    rows.map((row) => [row.querySelector('p')!.textContent, row.querySelector('a')?.getAttribute('href')]),
    [
      ['Bob Baker, Zoe, and 12 others liked “Lambda”', '/post/7'],
      ['Bob Baker followed you', '/profile/bob'],
      ['Someone liked a post that is no longer available', undefined],
      ['Bob Baker mentioned your profile or one of your projects', '/admin/comments?status=approved'],
    ],
  )
  assert.deepEqual(
    rows.map((row) => row.hasAttribute('data-unread')),
    [true, true, false, true],
  )
  assert.ok(page.querySelector('a[href="/notifications?page=2"]'))
})

test('marks visible notifications as read only once, after a moment, but still displays them as unread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { page, marks, all } = await open([entry(2), entry(1), entry(3, { isRead: true })])
  assert.deepEqual(marks(), [])
  await settle(() => vi.advanceTimersByTimeAsync(5000))
  vi.useRealTimers()
  assert.deepEqual(marks(), [{ ids: [2, 1], upTo: '2026-11-21T00:00:02.000Z' }])
  assert.equal(page.querySelectorAll('[data-unread]').length, 2)
  assert.equal(all().getAttribute('aria-disabled'), 'true')
})

test('marks all notifications as read with the button, and shows an error if the request fails', async () => {
  const done = await open([entry(1)])
  await settle(() => done.all().click())
  assert.deepEqual(done.marks(), [{ all: true }])
  done.page.remove()
  const refused = await open([entry(1)], { [read]: () => Response.json({ message: 'Not now' }, { status: 503 }) })
  await settle(() => refused.all().click())
  assert.equal(shownToast()?.description, 'Not now')
})

test('shows the empty state and marks nothing as read', async () => {
  const { page, all, marks } = await open([])
  assert.match(page.textContent, /No notifications yet/)
  assert.equal(all().getAttribute('aria-disabled'), 'true')
  assert.deepEqual(marks(), [])
})

test('reloads a list that failed to load', async () => {
  let fails = true
  const list = { notifications: [entry(1)], unread: 1, page: 1, totalPages: 1, total: 1 }
  const { page } = await open([], {
    'GET /api/notifications': () => (fails ? new Response('no', { status: 500 }) : Response.json(list)),
  })
  assert.match(page.textContent, /failed to load/)
  fails = false
  await settle(() => page.querySelector<HTMLElement>('[role=alert] button')!.click())
  assert.match(page.textContent, /Bob Baker liked/)
})
