import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { defaultName, messageTooLong, postChatMessage } from './chat.contract.ts'
import { saveMessage } from './post-message.ts'
import { castChat } from '#tests/support/chatting.ts'

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
