import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import type { Name } from '#tests/support/cast.ts'
import {
  type ChatDeletion,
  chatIsClosed,
  ChatRoom,
  deleteChatMessage,
  isChatOpen,
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
import { castChat } from '#tests/support/chatting.ts'

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
