import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run, sql } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'
import { streamingProvider } from '#tests/support/streaming-provider.ts'
import { followBroadcasts } from './broadcast-events.ts'
import { createLivestream, deleteLivestream, OwnLivestream, updateLivestream } from './livestreams.contract.ts'
import { livestreamRoutes } from './livestreams.routes.ts'
import {
  deleteRecording,
  getRecording,
  listLivestreamRecordings,
  listOwnRecordings,
  notYoursToDeleteRecording,
  Recording,
  RecordingList,
} from './recordings.contract.ts'
import { recordingRoutes } from './recordings.routes.ts'
import { recordingsQuery } from './recordings.store.ts'

const startedAt = new Date('2026-11-20T18:00:00.000Z')

/** Alice's livestream, recorded once, and its provider's events. */
async function castRecordings(fields: object = {}) {
  const service = streamingProvider()
  const t = await cast([...livestreamRoutes, ...recordingRoutes], { streaming: service.provider })
  followBroadcasts(t.ctx)
  const made = await t.alice('POST', createLivestream.path, { title: 'Pairing', description: 'On caches', ...fields })
  const stream = OwnLivestream.parse(made.body)
  const { providerId } = (await one<{ providerId: string }>(
    t.db,
  )`select provider_id as "providerId" from all_livestreams where id = ${stream.id}`)!
  const record = (recordingId: string, at = startedAt, seconds = 61.5) =>
    service.emit({ providerId, at, type: 'recorded', recording: { recordingId, startedAt: at, seconds } })
  const listed = async () =>
    RecordingList.parse((await t.stranger('GET', listLivestreamRecordings.href({ id: stream.id }))).body)
  await record('first')
  const { id } = (await one<{ id: number }>(t.db)`select id from livestream_recordings`)!
  return {
    ...t,
    ...service,
    stream,
    providerId,
    record,
    listed,
    path: getRecording.href({ id: stream.id, recordingId: id }),
    id,
  }
}

test('saves a recording once, with the livestream’s title at that time', async () => {
  const t = await castRecordings()
  assert.deepEqual(t.announced(), ['livestreams'])
  await t.record('first')
  await t.emit({
    providerId: 'nobody’s',
    at: startedAt,
    type: 'recorded',
    recording: { recordingId: 'x', startedAt, seconds: 1 },
  })
  assert.deepEqual(t.announced(), [])
  await t.alice('PATCH', updateLivestream.href({ id: t.stream.id }), { title: 'Tomorrow' })
  const recording: Recording = {
    id: t.id,
    livestreamId: t.stream.id,
    title: 'Pairing',
    description: 'On caches',
    isPublic: true,
    startedAt: startedAt.toISOString(),
    seconds: 61.5,
    playbackUrl: '/live/recordings/first.m3u8',
    user: t.stream.user,
  }
  assert.deepEqual(await t.listed(), [recording])
  assert.deepEqual((await t.stranger('GET', t.path)).body, recording)
  assert.deepEqual((await t.alice('GET', listOwnRecordings.path)).body, [recording])
  assert.deepEqual((await t.bob('GET', listOwnRecordings.path)).body, [])
  t.announced()
  await t.record('second', new Date(startedAt.getTime() + 3_600_000))
  assert.deepEqual(
    (await t.listed()).map(({ title }) => title),
    ['Tomorrow', 'Pairing'],
  )
  assert.deepEqual(t.announced(), ['livestreams'])
})

test('shows recordings of a private livestream only to its owner, with a signed URL', async () => {
  const t = await castRecordings({ isPublic: false })
  for (const name of ['stranger', 'bob', 'admin'] as const) {
    assert.equal((await t[name]('GET', listLivestreamRecordings.href({ id: t.stream.id }))).status, 404)
    assert.equal((await t[name]('GET', t.path)).status, 404)
  }
  assert.equal((await t.bob('DELETE', t.path)).status, 404)
  const { playbackUrl } = Recording.parse((await t.alice('GET', t.path)).body)
  assert.equal(playbackUrl, '/live/recordings/first.m3u8?token=signed')
  assert.equal((await t.admin('DELETE', t.path)).status, 204)
})

test('lets the owner and administrators delete a recording, and deletes it at the provider first', async () => {
  const t = await castRecordings()
  assert.equal((await t.stranger('DELETE', t.path)).status, 401)
  const refused = await t.bob('DELETE', t.path)
  assert.deepEqual([refused.status, refused.body.message], [403, notYoursToDeleteRecording()])
  t.fail()
  assert.equal((await t.alice('DELETE', t.path)).status, 502)
  assert.equal((await t.listed()).length, 1)
  t.fail(false)
  t.delay(5)
  t.announced()
  const answers = await Promise.all([1, 2].map(() => t.alice('DELETE', t.path)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404],
  )
  assert.deepEqual([t.recordings.size, await t.listed(), t.announced()], [0, [], ['livestreams', 'removals']])
  await t.record('second')
  const [{ id } = { id: 0 }] = await t.listed()
  assert.equal((await t.admin('DELETE', deleteRecording.href({ id: t.stream.id, recordingId: id }))).status, 204)
})

test('deletes recordings along with their livestream, and lets members delete, but not play, a former provider’s recordings', async () => {
  const t = await castRecordings()
  await run(t.db)`update all_livestreams set provider = 'mux'`
  assert.equal((await t.listed())[0]?.playbackUrl, null)
  t.fail()
  assert.equal((await t.alice('DELETE', t.path)).status, 204)
  t.fail(false)
  await run(t.db)`update all_livestreams set provider = 'embedded'`
  await t.record('second')
  await t.alice('DELETE', deleteLivestream.href({ id: t.stream.id }))
  assert.deepEqual(await many(t.db)`select from livestream_recordings`, [])
})

test('rejects invalid IDs and recordings of other livestreams', async () => {
  const t = await castRecordings()
  const other = OwnLivestream.parse((await t.alice('POST', createLivestream.path, { title: 'Other' })).body)
  for (const params of [
    { id: other.id, recordingId: t.id },
    { id: t.stream.id, recordingId: 999_999 },
  ])
    for (const { method, href } of [getRecording, deleteRecording])
      assert.equal((await t.alice(method, href(params))).status, 404)
  assert.equal((await t.stranger('GET', listLivestreamRecordings.href({ id: 999_999 }))).status, 404)
  for (const bad of badIds) {
    assert.equal((await t.alice('GET', listLivestreamRecordings.path.replace(':id', bad))).status, 400, bad)
    assert.equal(
      (await t.alice('DELETE', `${listLivestreamRecordings.href({ id: t.stream.id })}/${bad}`)).status,
      400,
      bad,
    )
  }
  await run(t.db)`update all_members set standing = 'suspended' where username = 'alice'`
  assert.equal((await t.stranger('GET', t.path)).status, 404)
  assert.deepEqual(t.logged, [])
})

test('uses an index to read a livestream’s recordings', async () => {
  const t = await castRecordings()
  await run(t.db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    select ${t.members.alice.id}, 'embedded', n, n, true, '', '', '', true from generate_series(1, 500) n`
  await run(t.db)`
    insert into livestream_recordings (livestream_id, recording_id, title, started_at, seconds)
    select s.id, n, '', now() - n * interval '1 day', 60 from all_livestreams s, generate_series(1, 40) n`
  await sql`vacuum analyze livestream_recordings, all_livestreams, all_members`.execute(t.db)
  const indexes = indexesOf(await planOf(t.db, recordingsQuery(t.stream.id)))
  assert.ok(indexes.includes('livestream_recordings_newest'))
})
