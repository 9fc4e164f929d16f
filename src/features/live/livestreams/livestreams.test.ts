import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { streamingProvider } from '#tests/support/streaming-provider.ts'
import {
  createLivestream,
  deleteLivestream,
  disableLivestream,
  enableLivestream,
  getLivestream,
  listOwnLivestreams,
  listPublicLivestreams,
  Livestream,
  LivestreamInput,
  LivestreamList,
  createdElsewhere,
  maxLivestreams,
  notYoursToChange,
  notYoursToDelete,
  notYoursToDisable,
  OwnLivestream,
  OwnLivestreamList,
  renewStreamKey,
  tooManyLivestreams,
  updateLivestream,
} from './livestreams.contract.ts'
import { livestreamRoutes } from './livestreams.routes.ts'

async function castLivestreams() {
  const service = streamingProvider()
  const t = await cast(livestreamRoutes, { streaming: service.provider })
  const make = async (name: Name, fields: object = {}) =>
    OwnLivestream.parse((await t[name]('POST', createLivestream.path, { title: 'Pairing', ...fields })).body)
  const rowOf = (id: number) =>
    one<{ providerId: string; status: string }>(
      t.db,
    )`select provider_id as "providerId", status from all_livestreams where id = ${id}`
  const listed = async () => LivestreamList.parse((await t.stranger('GET', listPublicLivestreams.path)).body)
  const own = async (name: Name) => OwnLivestreamList.parse((await t[name]('GET', listOwnLivestreams.path)).body)
  return { ...t, ...service, make, rowOf, listed, own }
}

const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('creates a livestream and shows the key only to its owner', async () => {
  const t = await castLivestreams()
  await run(t.db)`update members set title = 'Cartographer' where username = 'alice'`
  const { status, body } = await t.alice('POST', createLivestream.path, {
    title: '  Pairing ',
    description: 'On caches',
  })
  assert.deepEqual([status, t.announced()], [201, ['livestreams']])
  const made = OwnLivestream.parse(body)
  const { streamKey, ingestUrl, takesBrowsers, report, ...seen } = made
  assert.deepEqual(
    [made.title, made.description, made.isPublic, made.status, made.startedAt, made.scheduledAt, made.playbackUrl],
    ['Pairing', 'On caches', true, 'idle', null, null, null],
  )
  assert.deepEqual([ingestUrl, takesBrowsers, report], ['rtmp://devstead.test:1935/live', false, null])
  assert.deepEqual([made.user.username, made.user.title], ['alice', 'Cartographer'])
  assert.deepEqual(await t.own('alice'), [made])
  assert.deepEqual(await t.own('bob'), [])
  for (const name of ['alice', 'bob', 'stranger', 'admin'] as const) {
    assert.deepEqual((await t[name]('GET', getLivestream.href({ id: made.id }))).body, seen)
    assert.ok(!JSON.stringify((await t[name]('GET', listPublicLivestreams.path)).body).includes(streamKey))
  }
})

test('hides a private livestream from others', async () => {
  const t = await castLivestreams()
  const { id, isPublic } = await t.make('alice', { isPublic: false })
  assert.equal(isPublic, false)
  assert.deepEqual(await t.listed(), [])
  assert.equal((await t.alice('GET', getLivestream.href({ id }))).status, 200)
  for (const name of ['bob', 'stranger', 'admin'] as const)
    assert.equal((await t[name]('GET', getLivestream.href({ id }))).status, 404)
  assert.equal((await t.bob('PATCH', updateLivestream.href({ id }), { title: 'Mine' })).status, 404)
  for (const { href } of [enableLivestream, disableLivestream, renewStreamKey])
    assert.equal((await t.bob('POST', href({ id }))).status, 404)
  assert.equal((await t.bob('DELETE', deleteLivestream.href({ id }))).status, 404)
})

test('lets only the owner edit a livestream, but lets administrators end it', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  const calls = [
    ['PATCH', updateLivestream.href({ id }), notYoursToChange()],
    ['POST', enableLivestream.href({ id }), notYoursToChange()],
    ['POST', disableLivestream.href({ id }), notYoursToDisable()],
    ['POST', renewStreamKey.href({ id }), notYoursToChange()],
    ['DELETE', deleteLivestream.href({ id }), notYoursToDelete()],
  ] as const
  t.calls.length = 0
  t.announced()
  for (const [method, path, sentence] of calls) {
    assert.equal((await t.stranger(method, path, {})).status, 401)
    const refusal = await t.bob(method, path, {})
    assert.deepEqual([refusal.status, refusal.body.message], [403, sentence])
  }
  for (const { href } of [enableLivestream, renewStreamKey])
    assert.equal((await t.admin('POST', href({ id }))).status, 403)
  assert.deepEqual([t.calls, t.announced()], [[], []])
  const disabled = await t.admin('POST', disableLivestream.href({ id }))
  assert.deepEqual([disabled.status, Livestream.parse(disabled.body).status], [200, 'offline'])
  assert.ok(!('streamKey' in disabled.body))
  assert.deepEqual(t.announced(), ['livestreams', 'removals'])
  assert.equal((await t.admin('DELETE', deleteLivestream.href({ id }))).status, 204)
  assert.deepEqual(t.announced(), ['livestreams', 'removals'])
  assert.equal((await t.alice('GET', getLivestream.href({ id }))).status, 404)
  assert.deepEqual(t.logged, [])
})

test('leaves omitted fields unchanged, and can remove the schedule', async () => {
  const t = await castLivestreams()
  const scheduledAt = soon(60)
  const { id } = await t.make('alice', { description: 'About caches', scheduledAt })
  const change = async (fields: object) => {
    const { status, body } = await t.alice('PATCH', updateLivestream.href({ id }), fields)
    assert.deepEqual([status, t.announced()], [200, ['livestreams', 'removals']])
    return OwnLivestream.parse(body)
  }
  t.announced()
  const renamed = await change({ title: 'Renamed' })
  assert.deepEqual([renamed.title, renamed.description, renamed.scheduledAt], ['Renamed', 'About caches', scheduledAt])
  const hidden = await change({ isPublic: false, description: '', scheduledAt: null })
  assert.deepEqual(
    [hidden.isPublic, hidden.description, hidden.scheduledAt, hidden.title],
    [false, '', null, 'Renamed'],
  )
  assert.deepEqual(await change({}), hidden)
})

test('lists active livestreams first, then upcoming ones, then the most recent', async () => {
  const t = await castLivestreams()
  const old = await t.make('alice', { title: 'Old' })
  const later = await t.make('alice', { title: 'Later', scheduledAt: soon(120) })
  const next = await t.make('bob', { title: 'Next', scheduledAt: soon(30) })
  const live = await t.make('bob', { title: 'Live' })
  const fresh = await t.make('alice', { title: 'Fresh' })
  await t.make('alice', { title: 'Hidden', isPublic: false })
  await run(t.db)`update all_livestreams set created_at = now() - interval '1 day' where id = ${old.id}`
  await run(t.db)`update all_livestreams set status = 'active', started_at = now() where id = ${live.id}`
  assert.deepEqual(
    (await t.listed()).map(({ title }) => title),
    ['Live', 'Next', 'Later', 'Fresh', 'Old'],
  )
  assert.deepEqual([later.scheduledAt !== null, next.user.username, fresh.status], [true, 'bob', 'idle'])
  await run(t.db)`update all_members set standing = 'suspended' where username = 'bob'`
  assert.deepEqual(
    (await t.listed()).map(({ title }) => title),
    ['Later', 'Fresh', 'Old'],
  )
  assert.equal((await t.stranger('GET', getLivestream.href({ id: live.id }))).status, 404)
})

test('enables and disables a livestream repeatedly, including at the provider', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  const statusAfter = async (path: string) => OwnLivestream.parse((await t.alice('POST', path)).body).status
  assert.equal(await statusAfter(enableLivestream.href({ id })), 'idle')
  assert.equal(await statusAfter(disableLivestream.href({ id })), 'offline')
  assert.equal(await statusAfter(disableLivestream.href({ id })), 'offline')
  assert.equal(await statusAfter(enableLivestream.href({ id })), 'idle')
  await run(t.db)`update all_livestreams set status = 'active' where id = ${id}`
  assert.equal(await statusAfter(enableLivestream.href({ id })), 'active')
})

test('ends in the same state as the provider after concurrent requests to enable and disable a livestream', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  const { providerId } = (await t.rowOf(id))!
  t.delay(5)
  for (let round = 0; round < 4; round++) {
    const endpoints = [enableLivestream, disableLivestream, disableLivestream, enableLivestream]
    const answers = await Promise.all(endpoints.map(({ href }) => t.alice('POST', href({ id }))))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const known = t.streams.get(providerId)!.state === 'disabled' ? 'offline' : 'idle'
    assert.equal((await t.rowOf(id))!.status, known)
  }
})

test('deletes a livestream only once, here and at the provider, when asked twice', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  t.delay(5)
  const answers = await Promise.all([1, 2, 3].map(() => t.alice('DELETE', deleteLivestream.href({ id }))))
  assert.deepEqual(sorted(answers), [204, 404, 404])
  assert.equal(t.streams.size, 0)
  assert.deepEqual(t.logged, [])
})

test('deletes a livestream that is missing at the provider, but not if the provider fails to delete it', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  t.fail()
  const refused = await t.alice('DELETE', deleteLivestream.href({ id }))
  assert.deepEqual([refused.status, refused.body.message], [502, 'The streaming service cannot be reached.'])
  assert.equal((await t.own('alice')).length, 1)
  t.fail(false)
  t.streams.clear()
  assert.equal((await t.alice('DELETE', deleteLivestream.href({ id }))).status, 204)
})

test('changes nothing while the provider fails, and succeeds on a retry', async () => {
  const t = await castLivestreams()
  const made = await t.make('alice')
  t.fail()
  t.announced()
  assert.equal((await t.alice('POST', createLivestream.path, { title: 'Another' })).status, 502)
  for (const { href } of [enableLivestream, disableLivestream, renewStreamKey])
    assert.equal((await t.alice('POST', href(made))).status, 502)
  assert.deepEqual([await t.own('alice'), t.announced()], [[made], []])
  t.fail(false)
  assert.equal((await t.alice('POST', disableLivestream.href({ id: made.id }))).status, 200)
})

test('replaces the stream key', async () => {
  const t = await castLivestreams()
  const made = await t.make('alice')
  const { streamKey } = OwnLivestream.parse((await t.alice('POST', renewStreamKey.href({ id: made.id }))).body)
  assert.notEqual(streamKey, made.streamKey)
  assert.deepEqual(
    (await t.own('alice')).map((one) => one.streamKey),
    [streamKey],
  )
})

test('limits the number of livestreams per member, including at the provider', async () => {
  const t = await castLivestreams()
  for (let n = 0; n < maxLivestreams - 2; n++) await t.make('alice')
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => t.alice('POST', createLivestream.path, { title: 'One more' })),
  )
  assert.deepEqual(sorted(answers), [201, 201, 409, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.message, tooManyLivestreams())
  assert.deepEqual([(await t.own('alice')).length, t.streams.size], [maxLivestreams, maxLivestreams])
})

test('removes a livestream from the provider if it could not be saved', async () => {
  const t = await castLivestreams()
  const create = t.provider.create
  t.provider.create = async (options) => {
    const made = await create(options)
    await run(t.db)`update all_members set standing = 'suspended' where username = 'alice'`
    t.fail()
    return made
  }
  assert.equal((await t.alice('POST', createLivestream.path, { title: 'Lost' })).status, 403)
  const [providerId] = t.streams.keys()
  const jobs = await one<{ payload: unknown }>(t.db)`
    select payload::jsonb - '_requestId' as payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where identifier = 'livestreams.remove'`
  assert.deepEqual(jobs?.payload, { provider: 'embedded', providerId })
})

test('rejects all changes to livestreams from another provider, except deletion', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice')
  await run(t.db)`update all_livestreams set provider = 'mux', status = 'active' where id = ${id}`
  const refused = await t.alice('POST', enableLivestream.href({ id }))
  assert.deepEqual([refused.status, refused.body.message], [409, createdElsewhere()])
  assert.equal((await t.listed())[0]?.playbackUrl, null)
  assert.equal((await t.alice('DELETE', deleteLivestream.href({ id }))).status, 204)
})

test('returns a playback URL while the livestream is active, signed if it is private', async () => {
  const t = await castLivestreams()
  const { id, muxPlaybackId } = await t.make('alice')
  const { providerId } = (await t.rowOf(id))!
  await run(t.db)`update all_livestreams set status = 'active'`
  const change = (isPublic: boolean) => t.alice('PATCH', updateLivestream.href({ id }), { isPublic })
  const now = async () => Livestream.parse((await t.alice('GET', getLivestream.href({ id }))).body)
  assert.equal((await now()).playbackUrl, `/live/${muxPlaybackId}.m3u8`)
  t.fail()
  assert.equal((await change(false)).status, 502)
  assert.equal((await now()).isPublic, true)
  t.fail(false)
  t.calls.length = 0
  assert.equal((await change(false)).status, 200)
  assert.equal((await change(false)).status, 200)
  assert.deepEqual(t.calls, ['setPublic'])
  const hidden = await now()
  assert.notEqual(hidden.muxPlaybackId, muxPlaybackId)
  assert.equal(hidden.playbackUrl, `/live/${hidden.muxPlaybackId}.m3u8?token=signed`)
  await Promise.all([change(true), change(false), change(true), change(false)])
  const { isPublic, playbackUrl } = await now()
  assert.equal(t.streams.get(providerId)!.isPublic, isPublic)
  assert.equal(playbackUrl!.endsWith('?token=signed'), !isPublic)
})

test('rejects invalid fields with the specified messages', async () => {
  const t = await castLivestreams()
  const wrong: [object, string][] = [
    [{}, 'Title is required'],
    [{ title: '   ' }, 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
    [{ title: 'x', description: 'x'.repeat(501) }, 'Description must be less than 500 characters'],
    [{ title: 'x', scheduledAt: 'tomorrow' }, 'Enter a date and a time.'],
    [{ title: 'x', scheduledAt: soon(-60) }, 'Choose a time in the future.'],
  ]
  const { id } = await t.make('alice')
  for (const [body, message] of wrong) {
    const refused = await t.alice('POST', createLivestream.path, body)
    assert.deepEqual([refused.status, refused.body.message], [400, message])
    if (Object.keys(body).length > 0)
      assert.equal((await t.alice('PATCH', updateLivestream.href({ id }), body)).status, 400, JSON.stringify(body))
  }
  for (const body of badBodies) assert.equal((await t.alice('POST', createLivestream.path, body)).status, 400)
  for (const bad of badIds) {
    assert.equal((await t.alice('GET', getLivestream.path.replace(':id', bad))).status, 400, bad)
    assert.equal((await t.alice('POST', enableLivestream.path.replace(':id', bad))).status, 400, bad)
  }
  assert.equal((await t.alice('DELETE', deleteLivestream.href({ id: 999_999 }))).status, 404)
  assert.deepEqual(LivestreamInput.parse({ title: 'x'.repeat(100) }).title.length, 100)
  assert.deepEqual(t.logged, [])
})

test('allows changes to other fields after the scheduled time has passed', async () => {
  const t = await castLivestreams()
  const { id } = await t.make('alice', { scheduledAt: soon(10) })
  await run(t.db)`update all_livestreams set scheduled_at = now() - interval '1 day' where id = ${id}`
  const [{ scheduledAt } = { scheduledAt: '' }] = await t.own('alice')
  assert.equal((await t.alice('PATCH', updateLivestream.href({ id }), { title: 'Done', scheduledAt })).status, 200)
})
