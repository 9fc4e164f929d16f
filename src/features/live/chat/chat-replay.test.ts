import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run, sql } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { testDb } from '#tests/support/database.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'
import { ChatReplay, getChatReplay } from './chat-replay.contract.ts'
import { chatReplayRoutes } from './chat-replay.routes.ts'
import { maxReplayed, replayQuery } from './chat-replay.store.ts'
import { deleteMessage } from './chat.store.ts'

/** Alice's hour-long recording and the chat during its broadcast. */
async function castReplay() {
  const t = await cast(chatReplayRoutes)
  const { id } = (await one<{ id: number }>(t.db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    values (${t.members.alice.id}, 'embedded', 'p', 'p', true, '', 'Pairing', '', true) returning id`)!
  const startedAt = new Date('2026-11-20T10:00:00Z')
  const recorded = (await one<{ id: number }>(t.db)`
    insert into livestream_recordings (livestream_id, recording_id, title, started_at, seconds)
    values (${id}, 'r', 'Pairing', ${startedAt}, 3600) returning id`)!
  const say = async (seconds: number, message: string, memberId: number | null = null) => {
    const at = new Date(startedAt.getTime() + seconds * 1000)
    return (await one<{ id: number }>(t.db)`
      insert into chat_messages (livestream_id, member_id, username, message, created_at)
      values (${id}, ${memberId}::int, 'Vera', ${message}, ${at}) returning id`)!.id
  }
  const path = getChatReplay.href({ id, recordingId: recorded.id })
  const replay = async (from?: number) =>
    ChatReplay.parse((await t.stranger('GET', from === undefined ? path : `${path}?from=${from}`)).body)
  const said = async (from?: number) => (await replay(from)).messages.map(({ at, message }) => [at, message])
  return { ...t, id, path, startedAt, say, replay, said }
}

test('returns messages with their offsets into the recording, five minutes at a time', async () => {
  const t = await castReplay()
  await t.say(-1, 'before it began')
  await t.say(0, 'first')
  await t.say(62.5, 'question', t.members.bob.id)
  await t.say(299.999, 'last of the stretch')
  await t.say(300, 'answer', t.members.alice.id)
  const { until, messages } = await t.replay()
  assert.equal(until, 300)
  assert.deepEqual(
    messages.map(({ at, message, username, isBroadcaster }) => [at, message, username, isBroadcaster]),
    [
      [0, 'first', 'Vera', false],
      [62.5, 'question', 'Bob Baker', false],
      [299.999, 'last of the stretch', 'Vera', false],
    ],
  )
  assert.deepEqual(await t.said(62), [
    [62.5, 'question'],
    [299.999, 'last of the stretch'],
  ])
  assert.deepEqual([await t.said(300), (await t.replay(300)).messages[0]?.isBroadcaster], [[[300, 'answer']], true])
  assert.deepEqual(await t.replay(3000), { until: 3300, messages: [] })
})

test('omits deleted messages and messages from suspended members', async () => {
  const t = await castReplay()
  const gone = await t.say(1, 'gone')
  await t.say(2, 'hidden', t.members.bob.id)
  await t.say(3, 'stays')
  await deleteMessage(t.db, t.id, gone)
  await run(t.db)`update all_members set standing = 'suspended' where username = 'bob'`
  assert.deepEqual(await t.said(), [[3, 'stays']])
})

test('truncates the response in a busy chat, and lets the client continue from where it ends', async () => {
  const t = await castReplay()
  await run(t.db)`
    insert into chat_messages (livestream_id, username, message, created_at)
    select ${t.id}, 'Vera', n, ${t.startedAt}::timestamptz + n * interval '0.1 second'
    from generate_series(0, ${maxReplayed + 5}::int) n`
  const first = await t.replay()
  assert.deepEqual([first.until, first.messages.length], [100, 1000])
  assert.deepEqual(
    await t.said(first.until),
    [0, 1, 2, 3, 4, 5].map((n) => [100 + n / 10, `${maxReplayed + n}`]),
  )
})

test('returns 404 if the recording is unknown, or if it is private and the caller is not the owner', async () => {
  const t = await castReplay()
  await t.say(1, 'Hello')
  for (const path of [t.path.replace(/\d+\/chat$/, '999/chat'), t.path.replace(/streams\/\d+/, 'streams/999')])
    assert.equal((await t.stranger('GET', path)).status, 404, path)
  for (const bad of badIds)
    assert.equal((await t.stranger('GET', `/api/livestreams/1/recordings/${bad}/chat`)).status, 400)
  for (const from of ['-1', 'x', '1.5', '99999999'])
    assert.equal((await t.stranger('GET', `${t.path}?from=${from}`)).status, 400, from)
  await run(t.db)`update all_livestreams set is_public = false`
  for (const name of ['bob', 'stranger', 'admin'] as const) assert.equal((await t[name]('GET', t.path)).status, 404)
  assert.equal((await t.alice('GET', t.path)).status, 200)
  assert.deepEqual(t.logged, [])
})

test('uses an index on timestamps to read part of a long chat', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name) values ('test', '1', 'ada', 'Ada')`
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    select id, 'embedded', n, n, true, '', '', '', true from all_members, generate_series(1, 20) n`
  await run(db)`insert into chat_messages (livestream_id, username, message, created_at)
    select s.id, 'Vera', 'x', '2026-11-20T10:00:00Z'::timestamptz + n * interval '10 seconds'
    from all_livestreams s, generate_series(1, 2000) n`
  await sql`vacuum analyze chat_messages, all_livestreams, all_members`.execute(db)
  const { id } = (await one<{ id: number }>(db)`select max(id) as id from all_livestreams`)!
  const chat = { livestreamId: id, broadcasterId: 1, startedAt: new Date('2026-11-20T11:00:00Z') }
  const indexes = indexesOf(await planOf(db, replayQuery(chat, 300, 600)))
  assert.ok(indexes.includes('chat_messages_in_time'))
})
