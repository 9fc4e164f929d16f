import assert from 'node:assert/strict'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { ApiError } from '#web/api.ts'
import { key, write, aDraft, wait } from '#tests/support/autosaving.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('saves only once, a second after the last change, and shows that the text is saved', async () => {
  const t = write()
  assert.equal(t.status(), null)
  t.type('H')
  await wait(600)
  t.type('Hello')
  assert.equal(t.status(), 'Saving…')
  await wait(999)
  assert.deepEqual(t.texts(), [])
  await wait(1)
  assert.deepEqual(t.texts(), ['Hello'])
  assert.equal(t.status(), 'Saved')
  await wait(60_000)
  assert.deepEqual(t.texts(), ['Hello'])
})

test('saves every ten seconds during continuous typing', async () => {
  const t = write()
  for (let second = 0; second < 25; second += 0.5) {
    t.type('x'.repeat(second * 2 + 1))
    await wait(500)
  }
  assert.equal(t.sent.length, 2)
})

test('sends one save at a time, and bases later changes on the version it returns', async () => {
  const t = write()
  t.server.slowMs = 3000
  t.type('One')
  await wait(1500)
  t.type('Two')
  await wait(2000)
  assert.deepEqual(t.texts(), ['One'])
  await wait(10_000)
  assert.deepEqual(t.texts(), ['One', 'Two'])
  assert.equal(t.sent[1]?.input.updatedAt, '2026-11-21T00:00:04.000Z')
  assert.equal(t.status(), 'Saved')
})

test('does not save empty or unchanged text', async () => {
  const t = write()
  t.type('  ')
  await wait(5000)
  t.saver.change({ categoryId: 2 })
  t.type('')
  await wait(5000)
  assert.deepEqual(t.sent, [])
  t.type('Words')
  await wait(1000)
  t.type('Words and more')
  t.type('Words')
  await wait(20_000)
  assert.deepEqual(t.texts(), ['Words'])
})

test('stores a local copy shortly after a keystroke, and removes it once the server has the text', async () => {
  const t = write()
  t.type('Hello')
  await wait(250)
  assert.deepEqual(t.copies(), ['Hello'])
  await wait(750)
  assert.deepEqual(t.copies(), [])
})

test('keeps the local copy while offline, and retries with backoff, and immediately once back online', async () => {
  const t = write()
  t.server.refuse = () => new TypeError('Failed to fetch')
  t.type('From the train')
  await wait(1000)
  assert.equal(t.status(), 'Not saved – offline')
  assert.deepEqual(t.copies(), ['From the train'])
  await wait(60_000)
  assert.equal(t.sent.length, 6) // after 1, 3, 7, 15, 31 and 61 s
  t.type('From the long train')
  assert.equal(t.status(), 'Not saved – offline')
  t.server.refuse = null
  t.saver.resume()
  await wait(0)
  assert.equal(t.status(), 'Saved')
  assert.equal(t.server.draft?.content, 'From the long train')
  assert.deepEqual(t.copies(), [])
})

test('shows the reason for each failure, and resends rejected text once it has changed', async () => {
  const t = write()
  const refuse = (status: number, message: string) => () => new ApiError(status, JSON.stringify({ message }))
  t.server.refuse = refuse(400, 'The text is too long to be saved')
  t.type('Too long')
  await wait(60_000)
  assert.equal(t.status(), 'Not saved – The text is too long to be saved')
  assert.equal(t.sent.length, 1)
  t.server.refuse = refuse(401, 'Sign in')
  t.type('Shorter')
  await wait(1000)
  assert.equal(t.status(), 'Not saved – sign in again')
  t.server.refuse = refuse(429, 'Slowly')
  t.saver.resume()
  await wait(0)
  assert.equal(t.status(), 'Not saved – too many saves, trying again soon')
  t.server.refuse = null
  await wait(14_999)
  assert.equal(t.sent.length, 3)
  await wait(1)
  assert.equal(t.status(), 'Saved')
})

test('does not conflict with its own save when only the response was lost', async () => {
  const t = write()
  t.server.losesAnswers = true
  t.type('One')
  await wait(1000)
  t.server.losesAnswers = false
  t.type('One two')
  t.saver.resume()
  await wait(2000)
  assert.equal(t.status(), 'Saved')
  assert.equal(t.server.draft?.content, 'One two')
})

test('saves the reverted text when an edit is undone after a lost response', async () => {
  const t = write()
  t.type('One')
  await wait(1000)
  t.server.losesAnswers = true
  t.type('Two')
  await wait(1000)
  t.server.losesAnswers = false
  t.type('One')
  assert.equal(t.status(), 'Not saved – offline')
  await wait(10_000)
  assert.equal(t.server.draft?.content, 'One')
  assert.equal(t.status(), 'Saved')
})

test('stops saving after another window has saved, and keeps the local copy until a version is chosen', async () => {
  const t = write()
  t.type('Mine')
  await wait(1000)
  const theirs = aDraft('Theirs', { updatedAt: '2026-11-21T00:01:00.000Z' })
  t.server.draft = theirs
  t.type('Mine too')
  await wait(60_000)
  assert.deepEqual(t.saver.state().phase, { is: 'conflicting', theirs })
  assert.equal(t.status(), 'Not saved – there is another version')
  assert.deepEqual(t.texts(), ['Mine', 'Mine too'])
  assert.deepEqual(t.copies(), ['Mine too'])
  t.type('Mine, put together')
  await wait(60_000)
  assert.equal(t.sent.length, 2)

  t.saver.resolveConflict('mine')
  await wait(0)
  assert.equal(t.server.draft?.content, 'Mine, put together')
  assert.equal(t.status(), 'Saved')
})

test('continues from the other window’s version if the author chooses it', async () => {
  const t = write()
  t.type('Mine')
  t.server.draft = aDraft('Theirs', { key: 'f'.repeat(32), title: 'T', categoryId: 3 })
  await wait(1000)
  t.saver.resolveConflict('theirs')
  assert.deepEqual(t.saver.state().writing, { title: 'T', content: 'Theirs', categoryId: 3, details: noDetails })
  assert.equal(t.status(), 'Saved')
  assert.deepEqual(t.copies(), [])
  t.type('Theirs and more')
  await wait(1000)
  assert.equal(t.sent.at(-1)?.key, 'f'.repeat(32))
})

test('continues as a new draft after the draft was published in another window', async () => {
  const t = write()
  t.server.refuse = () => new ApiError(410, JSON.stringify({ message: 'published', postId: 7 }))
  t.type('More words')
  await wait(1000)
  assert.deepEqual(t.saver.state().phase, { is: 'published', postId: 7 })
  assert.deepEqual(t.copies(), ['More words'])
  t.server.refuse = null
  t.type('Even more words')
  await wait(1000)
  assert.notEqual(t.sent.at(-1)?.key, key)
  assert.equal(t.status(), 'Saved')
  assert.deepEqual(t.copies(), [])
})

test('continues as the draft of a new article after the article was deleted', async () => {
  const t = write({ postId: 7, startedAt: '2026-11-20T00:00:00.000Z' })
  t.type('One')
  await wait(1000)
  t.server.refuse = () => new ApiError(404, JSON.stringify({ message: 'Post not found' }))
  t.type('Two')
  await wait(1000)
  t.server.refuse = null
  await wait(1000)
  assert.deepEqual(t.sent.at(-1)?.input, {
    title: '',
    content: 'Two',
    categoryId: null,
    details: noDetails,
    postId: null,
    baseUpdatedAt: null,
    updatedAt: t.sent[1]?.input.updatedAt,
  })
  assert.equal(t.sent.at(-1)?.key, key)
  assert.equal(t.status(), 'Saved')
})

test('sends nothing while locked, and deletes the local copy after finishing', async () => {
  const t = write()
  t.type('Publish me')
  assert.equal(await t.saver.lock(), true)
  await wait(60_000)
  assert.deepEqual(t.sent, [])
  assert.deepEqual(t.copies(), ['Publish me'])
  t.saver.resume()
  await wait(1000)
  assert.deepEqual(t.sent, [])
  t.saver.finish()
  assert.deepEqual(t.copies(), [])
  t.saver.flush()
  t.saver.stop()
  assert.deepEqual(t.sent, [])
})

test('saves immediately when the page is hidden, using a request that outlives the page', async () => {
  const t = write()
  t.type('Going')
  t.saver.flush()
  assert.deepEqual(t.copies(), ['Going'])
  await wait(0)
  assert.deepEqual(
    t.sent.map(({ isLast }) => isLast),
    [true],
  )
  assert.equal(t.status(), 'Saved')
})

test('shares one request between two save calls', async () => {
  const t = write()
  t.type('Leaving')
  assert.deepEqual(await Promise.all([t.saver.save(), t.saver.save()]), [true, true])
  assert.deepEqual(t.texts(), ['Leaving'])
})

test('saves when the editor closes, and removes the local copy once the save succeeds', async () => {
  const t = write()
  t.type('Leaving')
  t.saver.stop()
  assert.deepEqual(t.copies(), ['Leaving'])
  await wait(0)
  assert.deepEqual([t.texts(), t.copies()], [['Leaving'], []])
})
