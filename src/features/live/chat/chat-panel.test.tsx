import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, mount, settle, type } from '#tests/support/mount.tsx'
import {
  type ChatEntry,
  chatIsClosed,
  type ChatMessage,
  type ChatRoom,
  getChatRoom,
  listChatEntries,
  postChatMessage,
} from './chat.contract.ts'
import { chatQuery, chatRoomQuery, withEntries } from './chat.hooks.ts'
import { ChatPanel } from './chat-panel.tsx'

const room: ChatRoom = {
  broadcasterId: 1,
  status: 'active',
  isInterrupted: false,
  startedAt: null,
  endedAt: null,
  viewers: 1,
  maxViewers: 1,
  openness: 'enabled',
  isOpen: true,
  slowModeSeconds: 0,
}
const timestamp = '2026-01-01T00:00:00.000Z'
const said = (id: number, message: string, user: ChatMessage['user'] = null): ChatMessage => ({
  id,
  username: user?.displayName ?? 'Vera',
  message,
  timestamp,
  user,
  isBroadcaster: false,
})
const bob = { id: 2, username: 'bob', displayName: 'Bob', profileImage: null }

async function shownPanel(post: () => Response, entries: ChatEntry[] = []) {
  const asked = answer({
    [`GET ${listChatEntries.href({ id: 7 })}`]: () => Response.json(entries),
    [`GET ${getChatRoom.href({ id: 7 })}`]: () => Response.json(room),
    [`POST ${postChatMessage.href({ id: 7 })}`]: post,
  })
  const { page, cache } = await mount(<ChatPanel livestreamId={7} />)
  await settle()
  const field = page.querySelector<HTMLInputElement>('.chat-form input')!
  const send = (text: string) =>
    settle(() => {
      type(field, text)
      field.form!.requestSubmit()
    })
  return {
    page,
    cache,
    field,
    send,
    posted: () => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
  }
}

test('links URLs in members’ messages but not in visitors’ messages, and escapes markup', async () => {
  const text = 'See https://a.example/?q=1 <b>now</b>'
  const { page } = await shownPanel(() => Response.json({}), [said(1, text), said(2, text, bob)])
  const [visitors, members] = page.querySelectorAll('.chat-line-text')
  assert.deepEqual([visitors!.textContent, visitors!.children.length], [text, 0])
  assert.deepEqual([members!.textContent, members!.querySelector('a')?.href], [text, 'https://a.example/?q=1'])
  assert.equal(members!.children.length, 1)
})

test('sends trimmed messages, ignores blank messages, and keeps failed messages in the field', async () => {
  let status = 201
  const { page, field, send, posted } = await shownPanel(() =>
    status === 201
      ? Response.json(said(5, 'Hello'), { status })
      : Response.json({ message: 'Out of order.' }, { status }),
  )
  await send('   ')
  assert.deepEqual(posted(), [])
  await send('  Hello ')
  assert.deepEqual(posted(), [{ message: 'Hello', username: 'Anonymous Viewer' }])
  assert.deepEqual([field.value, page.querySelector('.chat-line-text')?.textContent], ['', 'Hello'])
  status = 500
  await send('And again')
  assert.equal(field.value, 'And again')
  assert.equal(page.querySelector('[role=alert]')!.textContent, 'Out of order.')
  status = 201
  await settle(() => page.querySelector<HTMLElement>('.chat-form-refusal button')!.click())
  assert.deepEqual([field.value, page.querySelector('[role=alert]')], ['', null])
})

test('restores an unsent message after a reload', async () => {
  const first = await shownPanel(() => new Response(null, { status: 500 }))
  await settle(() => type(first.field, 'Half a thou'))
  const second = await shownPanel(() => Response.json(said(5, 'Half a thought'), { status: 201 }))
  assert.equal(second.field.value, 'Half a thou')
  await second.send('Half a thought')
  assert.equal((await shownPanel(() => new Response(null, { status: 500 }))).field.value, '')
})

test('shows how long to wait in slow mode, keeps the message, and ends the wait when slow mode changes', async () => {
  const { field, page, cache, send, posted } = await shownPanel(() =>
    Response.json({ message: 'Slow mode is on.' }, { status: 429, headers: { 'retry-after': '30' } }),
  )
  const label = () => page.querySelector('.chat-form-row button')!.getAttribute('aria-label')!
  await send('Twice')
  await send('Twice')
  assert.deepEqual([posted().length, field.value], [1, 'Twice'])
  assert.match(label(), /^Send in (30|29) seconds$/)
  await settle(() => cache.setQueryData(chatRoomQuery(7).queryKey, { ...room, slowModeSeconds: 5 }))
  assert.equal(label(), 'Send')
  await send('Twice')
  assert.equal(posted().length, 2)
})

test('offers to retry when loading fails, and shows no form in a closed chat', async () => {
  let status = 500
  const closed = { ...room, isOpen: false }
  answer({
    [`GET ${listChatEntries.href({ id: 7 })}`]: () => Response.json(status === 200 ? [] : {}, { status }),
    [`GET ${getChatRoom.href({ id: 7 })}`]: () => Response.json(closed),
  })
  const { page } = await mount(<ChatPanel livestreamId={7} />)
  await settle()
  assert.match(page.querySelector('.chat-none')!.textContent, /failed to load/)
  status = 200
  await settle(() => page.querySelector<HTMLElement>('.chat-none button')!.click())
  assert.equal(page.querySelector('.chat-none')!.textContent, 'No messages.')
  assert.equal(page.querySelector('.chat-closed')!.textContent, chatIsClosed())
})

test('shows that the server is unreachable and keeps the messages', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let isThere = false
  answer({
    [`GET ${listChatEntries.href({ id: 7 })}`]: () => (isThere ? Response.json([]) : new Response('', { status: 502 })),
    [`GET ${getChatRoom.href({ id: 7 })}`]: () => Response.json(room),
  })
  const cache = createQueryCache()
  cache.setQueryData(chatQuery(7).queryKey, [said(1, 'Before')])
  const { page } = await mount(<ChatPanel livestreamId={7} />, cache)
  const showsStatus = async (status: string) => {
    await settle(() => vi.advanceTimersByTimeAsync(2000))
    assert.equal(page.querySelector('.chat-lost')!.textContent.trim(), status)
  }
  await showsStatus('Reconnecting...')
  assert.equal(page.querySelector('.chat-line-text')!.textContent, 'Before')
  isThere = true
  await showsStatus('')
})

test('sends messages under the name that the visitor chose', async () => {
  const { page, send, posted } = await shownPanel(() => Response.json(said(5, 'Hello'), { status: 201 }))
  await settle(() => page.querySelector<HTMLElement>('[aria-label="Change your chat name"]')!.click())
  const field = page.querySelector<HTMLInputElement>('dialog input')!
  await settle(() => {
    type(field, '  Wanda ')
    field.form!.requestSubmit()
  })
  assert.equal(page.querySelector('dialog input'), null)
  await send('Hello')
  assert.deepEqual(posted(), [{ message: 'Hello', username: 'Wanda' }])
})

test('merges entries in order, without duplicates or deleted entries', () => {
  const [one, two, three] = [said(1, 'one'), said(2, 'two'), said(3, 'three')]
  assert.deepEqual(withEntries([one, three], [two, three]), [one, two, three])
  const deletion = { id: 4, deletedIds: [2] }
  assert.deepEqual(withEntries([one, two, three], [deletion]), [one, three, deletion])
  assert.deepEqual(withEntries([one, three, deletion], [two]), [one, three, deletion])
})
