import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { livestreamEventRoutes } from '#features/live/livestreams/livestream-events.routes.ts'
import { streamLivestreamEvents } from '#features/live/livestreams/livestreams.contract.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { patienceMs } from '#tests/support/patience.ts'
import {
  type ChatDeletion,
  chatIsClosed,
  ChatMessage,
  ChatRoom,
  defaultName,
  deleteChatMessage,
  getChatRoom,
  isChatOpen,
  listChatEntries,
  messageTooLong,
  postChatMessage,
  updateChatRoom,
} from './chat.contract.ts'
import {
  ChatBan,
  createChatBan,
  deleteChatBan,
  listChatBans,
  cannotBeBanned,
  notYoursToModerate,
} from './chat-bans.contract.ts'
import { chatModerationRoutes } from './chat-moderation.routes.ts'
import { createChatRooms } from './chat-rooms.ts'
import { chatRoutes } from './chat.routes.ts'
import { saveMessage } from './post-message.ts'

const soon = { timeout: patienceMs, interval: 10 }

async function castChat() {
  const t = await cast([...chatRoutes, ...chatModerationRoutes, ...livestreamEventRoutes])
  const chatRooms = createChatRooms(t.ctx)
  t.ctx.chatRooms = chatRooms
  onTestFinished(() => chatRooms.close())
  let made = 0
  async function streamBy(name: Name, { isPublic = true, status = 'active' } = {}): Promise<number> {
    const row = await one<{ id: number }>(t.db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
        description, is_public, status)
      values (${t.members[name].id}, 'embedded', ${`made ${made}`}, ${`played ${made}`}, true, ${`key ${made++}`},
        'Pairing', '', ${isPublic}, ${status}) returning id`
    return row!.id
  }
  const say = async (who: Name | 'stranger', id: number, message: string, username?: string) =>
    ChatMessage.parse((await t[who]('POST', postChatMessage.href({ id }), { message, username })).body)
  const read = async (id: number, after?: number) =>
    (
      await t.stranger<ChatMessage[]>(
        'GET',
        listChatEntries.href({ id }) + (after === undefined ? '' : `?after=${after}`),
      )
    ).body
  const texts = async (id: number) => (await read(id)).map(({ message }) => message)
  const until = (id: number, wanted: string[]) =>
    vi.waitFor(async () => assert.deepEqual(await texts(id), wanted), soon)
  return { ...t, chatRooms, streamBy, say, read, texts, until }
}

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

test('measures messages and names in code points, and rejects invisible names', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const send = (body: unknown) => t.stranger('POST', postChatMessage.href({ id }), body)
  for (const sign of ['a', '😀', 'é', '👩‍👩‍👧'.slice(0, 2)]) {
    assert.equal((await send({ message: sign.repeat(1000) })).status, 201, sign)
    const long = await send({ message: sign.repeat(1001) })
    assert.deepEqual([long.status, long.body['message']], [400, messageTooLong()], sign)
    assert.equal((await send({ message: 'x', username: sign.repeat(50) })).status, 201, sign)
    assert.equal((await send({ message: 'x', username: sign.repeat(51) })).status, 400, sign)
  }
  assert.equal((await send({ message: 'e\u0301'.repeat(501) })).status, 400, 'combining marks count')
  for (const message of ['', '   ', '\n\u200b\u2060\t', undefined, null, 7, ['x']])
    assert.equal((await send({ message })).status, 400)
  for (const username of ['', '  ', '\u200b\u2060', 7])
    assert.equal((await send({ message: 'x', username })).status, 400)
  assert.equal((await t.say('stranger', id, 'x', 'Ve\u200bra\u202e')).username, 'Vera')
  assert.equal((await t.say('stranger', id, 'one\ntwo\u0007')).message, 'one two')
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

test('rejects visitor names that resemble a member’s name', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  await run(t.db)`insert into former_usernames (member_id, username) values (${t.members.bob.id}, 'quilter')`
  const alikes = [
    'quilter',
    'Qui1ter',
    'alice',
    'ALICE',
    'Аlісе',
    'a.l.i.c.e',
    'al1ce',
    'Alïce',
    'ａｌｉｃｅ',
    'Alice Archer',
    'alicearcher',
    'Bοb Ваker',
    'B0b',
    'A\u200blice',
    'ALICE\u3000ARCHER',
    'Ａｄｍｉｎ',
    'm0derator',
  ]
  for (const username of alikes) {
    const { status, body } = await t.stranger('POST', postChatMessage.href({ id }), { message: 'It is me', username })
    assert.equal(status, 409, username)
    assert.match(JSON.stringify(body['message']), /belongs to a member/)
  }
  for (const username of ['Alison', 'Bobby', 'Zoë', '李明', 'Алина', '🦊', 'עברית'])
    assert.equal(
      (await t.stranger('POST', postChatMessage.href({ id }), { message: 'x', username })).status,
      201,
      username,
    )
  await run(t.db)`update members set display_name = ${defaultName} where username = 'bob'`
  assert.equal((await t.stranger('POST', postChatMessage.href({ id }), { message: 'Still nameless' })).status, 201)
})

test('reserves a visitor’s name until ten minutes after their last message', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const nobody = { memberId: null, livestreamId: id, message: 'x' }
  const [here, there] = [Buffer.from('here'), Buffer.from('there')]
  const both = async (username: string) => {
    const said = [here, there].map((sender) => saveMessage(t.ctx, { ...nobody, sender, username }))
    return (await Promise.all(said)).filter(Boolean).length
  }
  for (let times = 0; times < 10; times++) assert.equal(await both(`Vera ${times}`), 1)
  assert.equal(await both(defaultName), 2)
  const say = async (sender: Buffer) => (await saveMessage(t.ctx, { ...nobody, sender, username: 'Wanda' })) !== null
  assert.deepEqual([await say(here), await say(there), await say(here)], [true, false, true])
  const { status, body } = await t.stranger('POST', postChatMessage.href({ id }), { message: 'x', username: 'Wanda' })
  assert.deepEqual([status, body['message']], [409, 'Someone else here is using this name. Choose another one.'])
  assert.equal(
    (
      await t.stranger('POST', postChatMessage.href({ id: await t.streamBy('alice') }), {
        message: 'x',
        username: 'Wanda',
      })
    ).status,
    201,
    'in another chat',
  )
  await run(t.db)`update chat_talkers set last_at = now() - interval '11 minutes'`
  assert.equal(await say(there), true)
  await run(t.db)`update members set display_name = 'Wanda' where username = 'bob'`
  assert.equal(await say(there), false, 'a member has this name now')
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

test('lets the broadcaster and administrators delete messages, and notifies readers', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const [rude, kind] = [await t.say('stranger', id, 'Rude'), await t.say('stranger', id, 'Kind')]
  await t.until(id, ['Rude', 'Kind'])
  for (const name of ['stranger', 'bob'] as const) {
    const { status, body } = await t[name]('DELETE', deleteChatMessage.href({ id, messageId: rude.id }))
    assert.equal(status, name === 'bob' ? 403 : 401)
    if (name === 'bob') assert.equal(body['message'], notYoursToModerate())
  }
  assert.equal(
    (await t.alice('DELETE', deleteChatMessage.href({ id: await t.streamBy('bob'), messageId: rude.id }))).status,
    403,
  )
  assert.equal(
    (await t.alice('DELETE', deleteChatMessage.href({ id: await t.streamBy('alice'), messageId: rude.id }))).status,
    404,
  )
  assert.deepEqual(t.announced(), [])
  assert.equal((await t.alice('DELETE', deleteChatMessage.href({ id, messageId: rude.id }))).status, 204)
  assert.deepEqual(t.announced(), ['removals'])
  assert.equal((await t.alice('DELETE', deleteChatMessage.href({ id, messageId: rude.id }))).status, 404)
  assert.deepEqual(t.announced(), [])
  await t.until(id, ['Kind'])
  const [deletion] = await t.read(id, kind.id)
  assert.deepEqual((deletion as unknown as ChatDeletion).deletedIds, [rude.id])
  assert.equal((await t.admin('DELETE', deleteChatMessage.href({ id, messageId: kind.id }))).status, 204)
  await t.until(id, [])
  assert.equal(
    (await t.alice('DELETE', deleteChatMessage.href({ id, messageId: deletion!.id }))).status,
    404,
    'a deletion is not a message',
  )
})

test('lets time-outs expire, keeps bans until they are lifted, and deletes a banned person’s messages', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  const [bobs, visitors] = [await t.say('bob', id, 'Bob’s'), await t.say('stranger', id, 'A visitor’s', 'Vera')]
  const ban = (who: Name, body: object) => t[who]('POST', createChatBan.href({ id }), body)
  assert.equal((await ban('bob', { messageId: visitors.id })).status, 403)
  assert.equal((await ban('alice', { messageId: 4_242_424 })).status, 404)
  assert.equal((await ban('alice', { messageId: 'x' })).status, 400)
  assert.equal((await ban('alice', { messageId: bobs.id, minutes: 0 })).status, 400)
  const own = await t.say('alice', id, 'Mine')
  assert.deepEqual(
    [await ban('admin', { messageId: own.id }).then((one) => [one.status, one.body['message']])],
    [[409, cannotBeBanned()]],
  )

  const timeOut = ChatBan.parse((await ban('alice', { messageId: bobs.id, minutes: 5 })).body)
  assert.equal(timeOut.user?.username, 'bob')
  const refused = await t.bob('POST', postChatMessage.href({ id }), { message: 'But' })
  assert.equal(refused.status, 403)
  assert.match(JSON.stringify(refused.body['message']), /again in 5 minutes/)
  assert.equal(
    (await t.bob('POST', postChatMessage.href({ id: await t.streamBy('alice') }), { message: 'But' })).status,
    403,
    'in all of her chats',
  )
  await t.say('bob', await t.streamBy('bob'), 'Here I may')
  await run(t.db)`update chat_bans set until = now() - interval '1 second'`
  await t.say('bob', id, 'Again')

  t.announced()
  const forGood = ChatBan.parse((await ban('admin', { messageId: visitors.id })).body)
  assert.deepEqual(t.announced(), ['removals'])
  assert.deepEqual([forGood.name, forGood.user, forGood.until], ['Vera', null, null])
  assert.equal(
    (await t.stranger('POST', postChatMessage.href({ id }), { message: 'Under another name', username: 'Wanda' }))
      .status,
    403,
  )
  await t.until(id, ['Bob’s', 'Mine', 'Again'])
  assert.equal((await ban('alice', { messageId: visitors.id })).status, 404, 'its message is gone')
  const listed = (await t.alice<ChatBan[]>('GET', listChatBans.href({ id }))).body
  assert.deepEqual(listed, [forGood])
  assert.equal((await t.bob('GET', listChatBans.href({ id }))).status, 403)
  assert.equal(
    (await t.bob('DELETE', deleteChatBan.href({ id: await t.streamBy('bob'), banId: forGood.id }))).status,
    204,
    'he has none',
  )
  assert.equal((await t.bob('DELETE', deleteChatBan.href({ id, banId: forGood.id }))).status, 403)
  for (let times = 0; times < 2; times++)
    assert.equal((await t.alice('DELETE', deleteChatBan.href({ id, banId: forGood.id }))).status, 204)
  await t.say('stranger', id, 'Back')
  assert.deepEqual(t.logged, [])
})

test('reports how long to wait in slow mode, but exempts moderators', async () => {
  const t = await castChat()
  const id = await t.streamBy('alice')
  for (const [name, status] of [
    ['stranger', 401],
    ['bob', 403],
    ['admin', 200],
    ['alice', 200],
  ] as const)
    assert.equal((await t[name]('PATCH', updateChatRoom.href({ id }), { slowModeSeconds: 30 })).status, status)
  for (const slowModeSeconds of [-1, 1.5, 3601, 'x'])
    assert.equal((await t.alice('PATCH', updateChatRoom.href({ id }), { slowModeSeconds })).status, 400)
  await t.say('bob', id, 'One')
  const { status, body, headers } = await t.bob('POST', postChatMessage.href({ id }), { message: 'Two' })
  assert.equal(status, 429)
  assert.match(JSON.stringify(body['message']), /next message in (29|30) seconds/)
  assert.ok(Number(headers.get('retry-after')) > 20)
  await t.say('stranger', id, 'A visitor’s')
  for (const who of ['alice', 'admin', 'alice'] as const) await t.say(who, id, 'Go on')
  await t.alice('PATCH', updateChatRoom.href({ id }), { slowModeSeconds: 0 })
  await t.say('bob', id, 'Two')
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

test('opens the chat according to the broadcaster’s setting; moderators can always post', async () => {
  const open = (openness: ChatRoom['openness'], status: string, endedAt: string | null = null) =>
    isChatOpen({ openness, status, endedAt })
  const ended = new Date().toISOString()
  const states = [
    ['idle', null],
    ['active', null],
    ['active', ended],
    ['idle', ended],
    ['offline', null],
    ['offline', ended],
  ] as const
  const when = (openness: ChatRoom['openness']) => states.map(([status, at]) => open(openness, status, at))
  assert.deepEqual(when('always'), [true, true, true, true, true, true])
  assert.deepEqual(when('enabled'), [true, true, true, true, false, false])
  assert.deepEqual(when('until_end'), [true, true, true, false, false, false])
  assert.deepEqual(when('live'), [false, true, true, false, false, false])

  const t = await castChat()
  const id = await t.streamBy('alice', { status: 'offline' })
  const refused = await t.bob('POST', postChatMessage.href({ id }), { message: 'Anybody here?' })
  assert.deepEqual([refused.status, refused.body['message']], [403, chatIsClosed()])
  await t.say('alice', id, 'Not today')
  const { body } = await t.alice('PATCH', updateChatRoom.href({ id }), { openness: 'always' })
  assert.deepEqual([ChatRoom.parse(body).openness, ChatRoom.parse(body).isOpen], ['always', true])
  assert.equal((await t.alice('PATCH', updateChatRoom.href({ id }), { openness: 'sometimes' })).status, 400)
  assert.equal((await t.alice('PATCH', updateChatRoom.href({ id: 4_242_424 }), {})).status, 404)
  await t.say('bob', id, 'Anybody here?')
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
