import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { user, write, aDraft, wait } from '#tests/support/autosaving.ts'
import { listCopies } from './local-copies.hooks.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('reports that the browser cannot store a local copy, and still saves to the server', async () => {
  const t = write()
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  t.type('Long')
  await wait(250)
  assert.equal(t.saver.state().isCopyMissing, true)
  await wait(1000)
  assert.equal(t.saver.state().isCopyMissing, false)
  assert.equal(t.status(), 'Saved')
})

test('opens and saves text that exists only in this browser', async () => {
  const first = write()
  first.type('Killed')
  await wait(300)
  const again = write()
  assert.equal(again.initial.restored?.writing.content, 'Killed')
  assert.equal(again.copies().length, 1)
  await wait(1000)
  assert.equal(again.server.draft?.content, 'Killed')
  assert.deepEqual(again.copies(), [])
})

test('keeps both windows’ offline text, opens the newer one, and offers the other', async () => {
  const draft = aDraft('Base')
  const [one, two] = [write({ draft }), write({ draft })]
  for (const t of [one, two]) t.server.refuse = () => new TypeError('Failed to fetch')
  one.type('Base, from one')
  await wait(2000)
  two.type('Base, from two')
  await wait(300)
  const { initial } = write({ draft, copies: listCopies(user) })
  assert.equal(initial.writing.content, 'Base, from two')
  assert.deepEqual(
    initial.olderCopies.map(({ writing }) => writing.content),
    ['Base, from one'],
  )
  assert.equal(initial.theirs, null)
})

test('treats the most recently typed text as the newest, even if other text was sent later', async () => {
  const first = write({ copies: [] })
  first.server.refuse = () => new TypeError('Failed to fetch')
  first.type('Firstly.')
  await wait(1500)
  const second = write({ copies: [] })
  second.server.refuse = first.server.refuse
  second.type('Secondly.')
  await wait(2000)
  first.saver.resume()
  await wait(100)
  assert.equal(first.texts().length, 3)
  assert.deepEqual(first.copies(), ['Secondly.', 'Firstly.'])
})

test('opens a copy of an older version as a conflict, unless this browser sent the newer version', async () => {
  const first = write({ draft: aDraft('Base') })
  first.server.slowMs = 60_000
  first.type('Base and')
  await wait(1000)
  first.type('Base and more')
  await wait(300)
  const moved = { updatedAt: '2026-11-21T00:00:01.000Z' }
  assert.equal(write({ draft: aDraft('Of another window', moved) }).initial.theirs?.content, 'Of another window')
  assert.equal(write({ draft: aDraft('Base and', moved) }).initial.theirs, null)
})

test('keeps a copy’s base version if the copy was opened while the server was unreachable', async () => {
  const draft = aDraft('Base')
  const first = write({ draft })
  first.type('Base and more')
  await wait(300)
  const again = write({ draft: undefined, copies: listCopies(user) })
  again.server.draft = draft
  await wait(1000)
  assert.equal(again.status(), 'Saved')
  assert.equal(again.server.draft?.content, 'Base and more')
})

test('discards a local copy that matches the server’s draft', () => {
  const first = write({ draft: aDraft('Base') })
  first.type('Base and more')
  first.saver.flush()
  const { initial } = write({ draft: aDraft('Base and more') })
  assert.deepEqual([initial.restored, initial.olderCopies, initial.redundant.length], [null, [], 1])
})

test('does not show text that another member wrote in this browser', async () => {
  const t = write()
  t.type('Secret')
  t.saver.flush()
  assert.deepEqual(listCopies('user-2'), [])
})
