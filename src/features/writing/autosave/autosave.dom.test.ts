import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { Draft, DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { ApiError } from '#web/api.ts'
import { statusOf } from './autosave-state.hooks.ts'
import { listCopies } from './local-copies.hooks.ts'
import { Autosaver } from './autosaver.hooks.ts'
import { initialArticleOf, type Sources } from './initial-article.hooks.ts'
import { emptyWriting, type Writing } from './article-writing.hooks.ts'

const key = '0'.repeat(32)
const user = 'user-1'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Sent {
  key: string
  input: DraftInput
  isLast: boolean
}

/** An editor on a server that keeps drafts as the real one does, unless `refuse` says otherwise. */
function write(sources: Partial<Sources> = {}) {
  const sent: Sent[] = []
  const server = {
    draft: sources.draft ?? null,
    refuse: null as (() => unknown) | null,
    /** The save arrives, its answer does not. */
    losesAnswers: false,
    slowMs: 0,
  }
  const put = async (key: string, input: DraftInput, isLast: boolean): Promise<Draft> => {
    sent.push({ key, input, isLast })
    if (server.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, server.slowMs))
    if (server.refuse) throw server.refuse()
    const before = server.draft
    if (before && before.updatedAt !== input.updatedAt && !isSame(before, input)) throw conflict(before)
    server.draft = draftOf(input, key)
    if (server.losesAnswers) throw new TypeError('Failed to fetch')
    return server.draft
  }
  const initial = initialArticleOf({
    freshKey: key,
    postId: null,
    start: emptyWriting,
    startedAt: null,
    draft: null,
    copies: listCopies(user),
    ...sources,
  })
  const saver = new Autosaver(user, initial, put)
  saver.start()
  return {
    saver,
    server,
    sent,
    initial,
    type: (content: string) => saver.change({ content }),
    status: () => statusOf(saver.state()),
    texts: () => sent.map(({ input }) => input.content),
    copies: () => listCopies(user).map(({ writing }) => writing.content),
  }
}

const isSame = (draft: Draft, input: Writing) => draft.content === input.content && draft.title === input.title

function draftOf(input: DraftInput, key: string): Draft {
  const now = new Date().toISOString()
  return { ...input, key, createdAt: now, updatedAt: now }
}

const aDraft = (content: string, part: Partial<Draft> = {}): Draft => ({
  key,
  title: '',
  content,
  categoryId: null,
  postId: null,
  baseUpdatedAt: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  ...part,
})

const conflict = (draft: Draft) => new ApiError(409, JSON.stringify({ message: 'It has changed', draft }))
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a text is sent a second after the last change, once, and says so', async () => {
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

test('who never stops typing is saved every ten seconds', async () => {
  const t = write()
  for (let second = 0; second < 25; second += 0.5) {
    t.type('x'.repeat(second * 2 + 1))
    await wait(500)
  }
  assert.equal(t.sent.length, 2)
})

test('while one save travels no other is sent; what was typed meanwhile follows on its version', async () => {
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

test('nothing is saved where nothing was written, and an unchanged text is not sent again', async () => {
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

test('the copy in this browser is there a moment after the key stroke and goes when the server has the text', async () => {
  const t = write()
  t.type('Hello')
  await wait(250)
  assert.deepEqual(t.copies(), ['Hello'])
  await wait(750)
  assert.deepEqual(t.copies(), [])
})

test('offline, the copy stays, it is tried again ever more seldom, and at once when the network is back', async () => {
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

test('each refusal has its words; a refused text is sent again when it has changed', async () => {
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
  assert.equal(t.status(), 'Not saved – please sign in again')
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

test('a save whose answer was lost is no conflict with oneself', async () => {
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

test('a text taken back after its answer was lost is sent all the same', async () => {
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

test('another window saved: nothing is sent until one is chosen, and the copy stays', async () => {
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

test('taking the other text goes on from it', async () => {
  const t = write()
  t.type('Mine')
  t.server.draft = aDraft('Theirs', { key: 'f'.repeat(32), title: 'T', categoryId: 3 })
  await wait(1000)
  t.saver.resolveConflict('theirs')
  assert.deepEqual(t.saver.state().writing, { title: 'T', content: 'Theirs', categoryId: 3 })
  assert.equal(t.status(), 'Saved')
  assert.deepEqual(t.copies(), [])
  t.type('Theirs and more')
  await wait(1000)
  assert.equal(t.sent.at(-1)?.key, 'f'.repeat(32))
})

test('a draft that was published in another window goes on as a new one when it is changed', async () => {
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

test('the draft of an article that was deleted goes on as one of a new article', async () => {
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
    postId: null,
    baseUpdatedAt: null,
    updatedAt: t.sent[1]?.input.updatedAt,
  })
  assert.equal(t.sent.at(-1)?.key, key)
  assert.equal(t.status(), 'Saved')
})

test('held, nothing is sent; over, nothing is kept', async () => {
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

test('a page that is hidden sends at once, as its last call', async () => {
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

test('saving is asked for twice at once: both hear of the one save', async () => {
  const t = write()
  t.type('Leaving')
  assert.deepEqual(await Promise.all([t.saver.save(), t.saver.save()]), [true, true])
  assert.deepEqual(t.texts(), ['Leaving'])
})

test('an editor that goes sends what is unsaved and removes the copy when it has arrived', async () => {
  const t = write()
  t.type('Leaving')
  t.saver.stop()
  assert.deepEqual(t.copies(), ['Leaving'])
  await wait(0)
  assert.deepEqual([t.texts(), t.copies()], [['Leaving'], []])
})

test('a browser that is full says so, and the server has the text', async () => {
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

test('words that only this browser has are opened again and saved', async () => {
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

test('two windows that wrote offline both leave their text; the newest is opened, the other offered', async () => {
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

test('the newest text is the one that was typed last, not the one that was sent again last', async () => {
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

test('a copy written on an older version than the server’s is a conflict from the beginning, unless that was sent from here', async () => {
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

test('opened while the server cannot be asked, a copy goes on from the version that it was written on', async () => {
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

test('a copy of what the server has is let go', () => {
  const first = write({ draft: aDraft('Base') })
  first.type('Base and more')
  first.saver.flush()
  const { initial } = write({ draft: aDraft('Base and more') })
  assert.deepEqual([initial.restored, initial.olderCopies, initial.redundant.length], [null, [], 1])
})

test('what another member wrote in this browser is not found', async () => {
  const t = write()
  t.type('Secret')
  t.saver.flush()
  assert.deepEqual(listCopies('user-2'), [])
})
