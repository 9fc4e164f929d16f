import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { Queue, QueueItem } from '#features/conversation/moderation-queue/moderation-queue.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { adminCommentsView } from './admin-comments.tsx'

const bulk = 'POST /api/admin/comments/bulk'
const item = (id: number, part: Partial<QueueItem> = {}): QueueItem => ({
  id,
  kind: 'comment',
  post: { id: 7, words: 'A post' },
  authorName: `Visitor ${id}`,
  authorUrl: 'https://vera.example/',
  authorPhoto: null,
  user: null,
  mention: null,
  content: `Text ${id} <img src=x onerror=alert(1)>`,
  createdAt: '2026-01-02T03:04:05.000Z',
  status: 'pending',
  doubts: [],
  blockable: ['domain'],
  ...part,
})
const queue = (...items: QueueItem[]): Queue => ({
  items,
  counts: { pending: items.length, approved: 4, spam: 1 },
  page: 1,
  totalPages: 1,
  total: items.length,
})

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/admin/comments')
  signInHere()
})

async function open(answers: Answers = {}, ...items: QueueItem[]) {
  const asked = answer({
    'GET /api/admin/comments': () => Response.json(queue(...items)),
    [bulk]: () => Response.json({ changed: 1 }),
    ...answers,
  })
  const { page } = await mount(<adminCommentsView.View params={{}} query={{}} />)
  await settle()
  const press = (name: string, at = 0) =>
    settle(() => [...page.querySelectorAll('button')].filter((one) => one.textContent.trim() === name)[at]!.click())
  const key = (name: string) =>
    settle(() =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true }),
      ),
    )
  return { page, press, key, sent: () => asked.filter(({ call }) => call === bulk).map(({ body }) => body) }
}

test('shows comments as plain text', async () => {
  const { page } = await open({}, item(1))
  assert.equal(page.querySelector('.queue-item img'), null)
  assert.match(page.textContent, /Text 1 <img src=x onerror=alert\(1\)>/)
  assert.deepEqual(
    [...page.querySelectorAll('.tab')].map((tab) => tab.textContent),
    ['Pending1', 'Approved4', 'Spam1'],
  )
})

test('marks a pending comment that may be spam and shows the reasons', async () => {
  const { page } = await open({}, item(1), item(2, { doubts: ['links', 'quick'] }))
  const marks = [...page.querySelectorAll('.queue-item')].map((one) => one.querySelector('.spam-doubts'))
  assert.equal(marks[0], null)
  assert.equal(
    marks[1]?.textContent,
    'Possibly spam Contains more than 2 links, sent within 2 seconds of opening the form',
  )
})

test('shows a deleted member without a username', async () => {
  const user = { id: 12, username: '~12', displayName: 'Deleted member', profileImage: null }
  const { page } = await open({}, item(1, { user, authorName: 'Deleted member' }))
  assert.match(page.textContent, /Deleted member/)
  assert.doesNotMatch(page.textContent, /~12/)
})

test('approves a comment and offers Undo', async () => {
  const t = await open({}, item(1), item(2))
  await t.press('Approve')
  assert.deepEqual(t.sent(), [{ ids: [1], action: 'approve' }])
  assert.equal(shownToast()?.title, 'Comment approved')
  await settle(() => shownToast()?.action?.onSelect())
  assert.deepEqual(t.sent()[1], { ids: [1], action: 'hold' })
})

test('marks all selected comments as spam', async () => {
  const t = await open({}, item(1), item(2))
  await settle(() => t.page.querySelector<HTMLInputElement>('.queue-choose-all input')!.click())
  assert.match(t.page.textContent, /2 selected/)
  await t.press('Mark as spam')
  assert.deepEqual(t.sent(), [{ ids: [1, 2], action: 'spam' }])
})

test('lets moderators navigate the list, select comments, and moderate them by keyboard', async () => {
  const t = await open({}, item(1), item(2))
  await t.key('j')
  await t.key('j')
  assert.match(document.activeElement?.getAttribute('aria-label') ?? '', /Visitor 2/)
  await t.key('x')
  assert.match(t.page.textContent, /1 selected/)
  await t.key('k')
  await t.key('d')
  assert.deepEqual(t.sent(), [{ ids: [1], action: 'delete' }])
})

test('shows an error and keeps the list when a decision fails', async () => {
  const t = await open({ [bulk]: () => Response.json({ message: 'Not yours' }, { status: 403 }) }, item(1))
  await t.press('Approve')
  assert.deepEqual([shownToast()?.description, t.page.querySelectorAll('.queue-item').length], ['Not yours', 1])
})

test('blocks an author and offers Undo', async () => {
  const calls: string[] = []
  const t = await open(
    {
      'POST /api/admin/blocks': ({ body }) => {
        calls.push(JSON.stringify(body))
        return Response.json({ id: 9, kind: 'domain', label: 'vera.example' }, { status: 201 })
      },
      'DELETE /api/admin/blocks/9': () => {
        calls.push('unblocked')
        return new Response(null, { status: 204 })
      },
    },
    item(1),
  )
  await t.press('Block this website')
  assert.equal(shownToast()?.title, 'Blocked vera.example')
  await settle(() => shownToast()?.action?.onSelect())
  assert.deepEqual(calls, ['{"commentId":1,"kind":"domain"}', 'unblocked'])
})

test('shows an empty state when no comments are pending', async () => {
  const { page } = await open()
  assert.match(page.textContent, /All caught up/)
})
