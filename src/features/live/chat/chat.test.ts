import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { streamLivestreamEvents } from '#features/live/livestreams/livestreams.contract.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { ChatMessage, ChatRoom, defaultName, getChatRoom, listChatEntries, postChatMessage } from './chat.contract.ts'
import { createChatRooms } from './chat-rooms.ts'
import { saveMessage } from './post-message.ts'
import { castChat, soon } from '#tests/support/chatting.ts'

test('lets visitors post under a name of their choice, and lets everyone read messages in order', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  assert.deepEqual(await t.read(id), [])
  const { status, body } = await t.stranger('POST', postChatMessage.href({ id }), {
    message: '  Hello, everybody ',
    username: ' Vera  Visitor ',
  })
  assert.equal(status, 201)
  const first = ChatMessage.parse(body)
  assert.deepEqual(
    [first.username, first.message, first.user, first.isBroadcaster],
    ['Vera Visitor', 'Hello, everybody', null, false],
  )
  const nameless = await t.say('stranger', id, 'And I')
  assert.equal(nameless.username, defaultName)
  const bobs = await t.say('bob', id, 'Me too', 'Alice Archer')
  assert.deepEqual([bobs.username, bobs.user?.username, bobs.isBroadcaster], ['Bob Baker', 'bob', false])
  assert.equal((await t.say('alice', id, 'Welcome')).isBroadcaster, true)
  await t.until(id, ['Hello, everybody', 'And I', 'Me too', 'Welcome'])
  assert.deepEqual(
    (await t.read(id, nameless.id)).map(({ message }) => message),
    ['Me too', 'Welcome'],
  )
  assert.deepEqual(await t.read(id, bobs.id + 1000), [])
  assert.deepEqual(t.logged, [])
})

test('rejects invalid IDs, unknown livestreams, and private livestreams', async () => {
  const t = await castChat()
  const hidden = await t.streamBy('alice', { isPublic: false })
  for (const bad of badIds) {
    for (const path of [listChatEntries.path, getChatRoom.path, streamLivestreamEvents.path])
      assert.ok([400, 404].includes((await t.bob('GET', path.replace(':id', bad))).status), `${path} ${bad}`)
    assert.equal((await t.bob('POST', postChatMessage.path.replace(':id', bad), { message: 'x' })).status, 400)
  }
  for (const bad of ['x', '-1', '1.5', '1e3', '9'.repeat(16)])
    assert.equal((await t.bob('GET', `${listChatEntries.href({ id: hidden })}?after=${bad}`)).status, 400, bad)
  for (const id of [hidden, 4_242_424]) {
    for (const name of ['stranger', 'bob'] as const) {
      for (const path of [listChatEntries.href({ id }), getChatRoom.href({ id }), streamLivestreamEvents.href({ id })])
        assert.equal((await t[name]('GET', path)).status, 404, path)
      assert.equal((await t[name]('POST', postChatMessage.href({ id }), { message: 'x' })).status, 404)
    }
  }
  await t.say('alice', hidden, 'Only I')
  assert.equal((await t.alice('GET', listChatEntries.href({ id: hidden }))).status, 200)
  assert.deepEqual(t.logged, [])
})

test('rejects invalid messages without changing anything', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  for (const body of badBodies) assert.equal((await t.stranger('POST', postChatMessage.href({ id }), body)).status, 400)
  assert.deepEqual(await t.read(id), [])
})

test('counts each person who posted in the last ten minutes once, and stores the peak', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  for (const name of ['Vera', 'Vera', 'Walter', 'Xenia']) await t.say('stranger', id, 'x', name)
  await t.say('bob', id, 'x')
  const room = async () => ChatRoom.parse((await t.stranger('GET', getChatRoom.href({ id }))).body)
  const counts = (viewers: number, maxViewers: number) =>
    vi.waitFor(
      async () => assert.deepEqual(await room().then((one) => [one.viewers, one.maxViewers]), [viewers, maxViewers]),
      soon,
    )
  await counts(4, 4)
  await run(t.db)`update chat_talkers set last_at = now() - interval '11 minutes'`
  await counts(0, 4)
  await t.say('stranger', id, 'x', 'Vera')
  await counts(1, 4)
  assert.equal((await one<{ n: number }>(t.db)`select count(*)::int as n from chat_talkers`)!.n, 1)
})

test('limits the message rate and reports how long to wait', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.bob('POST', postChatMessage.href({ id }), { message: 'x' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 15)
  const refused = answers.find(({ status }) => status === 429)!
  assert.match(JSON.stringify(refused.body['message']), /[Tt]ry again in \d+ seconds/)
})

test('delivers messages from ten concurrent writers to all readers exactly once and in the same order', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const other = createChatRooms(t.ctx)
  onTestFinished(() => other.close())
  const seen: number[][] = [[], []]
  const wanted = 200
  const readers = [t.chatRooms, other].map(async (rooms, reader) => {
    for (let last = 0; seen[reader]!.length < wanted;) {
      const fresh = (await rooms.open(id))!.after(last)
      seen[reader]!.push(...fresh.map((entry) => entry.id))
      last = fresh.at(-1)?.id ?? last
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let n = 0; n < wanted / 10; n++) {
      const said = {
        livestreamId: id,
        memberId: null,
        sender: Buffer.from([writer]),
        username: `w${writer}`,
        message: `${n}`,
      }
      await saveMessage(t.ctx, said)
      void t.chatRooms.hint(id)
    }
  })
  await Promise.all([...writers, ...readers])
  assert.equal(new Set(seen[0]).size, wanted)
  assert.deepEqual(
    seen[0],
    seen[0]!.toSorted((a, b) => a - b),
  )
  assert.deepEqual(seen[1], seen[0])
  assert.equal((await one<{ n: number }>(t.db)`select max_viewers as n from all_livestreams where id = ${id}`)!.n, 10)
})

test('deletes the chat along with its livestream', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  await t.say('bob', id, 'x')
  await run(t.db)`delete from all_livestreams where id = ${id}`
  await vi.waitFor(async () => assert.equal((await t.stranger('GET', listChatEntries.href({ id }))).status, 404), soon)
  const left = await one<{ n: number }>(
    t.db,
  )`select (select count(*) from chat_rooms) + (select count(*) from chat_messages)
    + (select count(*) from chat_talkers) as n`
  assert.equal(left!.n, 0)
})

test('buffers missed events in memory once for all readers', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  for (const message of ['One', 'Two']) await t.say('alice', id, message)
  await t.until(id, ['One', 'Two'])
  const room = (await t.chatRooms.open(id))!
  const missed = [1, 2].map(() => {
    const sent: Buffer[] = []
    room.follow({ send: (...events) => void sent.push(...events), end: () => {} }, 0, false)()
    return sent.slice(1)
  })
  assert.match(missed[0]!.join(''), /^id: \d+\ndata: .*"One".*\n\nid: \d+\ndata: .*"Two".*\n\n$/)
  assert.ok(missed[0]!.every((bytes, at) => bytes === missed[1]![at]))
})

test('keeps a hundred idle rooms open and opens other rooms on demand', async () => {
  const t = await castChat()
  const [firstStream, first, ...others] = await Promise.all(Array.from({ length: 102 }, () => t.streamBy('alice')))
  await t.say('alice', first!, 'Still here')
  const [firstRoom, asked] = [await t.chatRooms.open(firstStream!), await t.chatRooms.open(first!)]
  firstRoom!.follow({ send: () => {}, end: () => {} }, null, false)
  for (const id of others.slice(1)) await t.chatRooms.open(id)
  assert.equal(await t.chatRooms.open(first!), asked)
  await t.chatRooms.open(others[0]!)
  assert.notEqual(await t.chatRooms.open(first!), asked)
  assert.equal(await t.chatRooms.open(firstStream!), firstRoom)
  assert.deepEqual(await t.texts(first!), ['Still here'])
})
