import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import type { BroadcastEvent } from '#providers/streaming/streaming.ts'
import { cast } from '#tests/support/cast.ts'
import { streamingProvider } from '#tests/support/streaming-provider.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { followBroadcasts, livestreamWorkers } from './broadcast-events.ts'
import { removeLivestreamsOf, stopLivestreamsOf } from './broadcasts.store.ts'
import {
  createLivestream,
  disableLivestream,
  enableLivestream,
  getLivestream,
  type Livestream,
  OwnLivestream,
} from './livestreams.contract.ts'
import { livestreamRoutes } from './livestreams.routes.ts'

interface Row {
  status: string
  isInterrupted: boolean
  startedAt: Date | null
  endedAt: Date | null
}

async function castBroadcast() {
  const service = streamingProvider()
  const t = await cast(livestreamRoutes, { streaming: service.provider })
  followBroadcasts(t.ctx)
  const { id } = OwnLivestream.parse((await t.alice('POST', createLivestream.path, { title: 'Pairing' })).body)
  const { providerId } = (await one<{ providerId: string }>(
    t.db,
  )`select provider_id as "providerId" from all_livestreams where id = ${id}`)!
  const tasks = tasksOf(livestreamWorkers, t.ctx)
  const beginMs = Date.now()
  const at = (seconds: number) => new Date(beginMs + seconds * 1000)
  const row = async () =>
    (await one<Row>(t.db)`select status, is_interrupted as "isInterrupted", started_at as "startedAt",
      ended_at as "endedAt" from all_livestreams where id = ${id}`)!
  const state = (state: 'active' | 'idle' | 'disabled', seconds: number): BroadcastEvent => ({
    providerId,
    at: at(seconds),
    type: 'state',
    state,
  })
  const drop = (type: 'interrupted' | 'resumed', seconds: number): BroadcastEvent => ({
    providerId,
    at: at(seconds),
    type,
  })
  return { ...t, ...service, id, providerId, tasks, at, row, state, drop }
}

test('saves the start, interruption, resumption, and end of a broadcast', async () => {
  const t = await castBroadcast()
  t.announced()
  /** Emits the event and checks that pages are notified. */
  const emit = async (event: BroadcastEvent) => {
    await t.emit(event)
    assert.deepEqual(t.announced(), ['livestreams'])
  }
  await emit(t.state('active', 1))
  assert.deepEqual(await t.row(), { status: 'active', isInterrupted: false, startedAt: t.at(1), endedAt: null })
  await emit(t.drop('interrupted', 2))
  assert.equal((await t.row()).isInterrupted, true)
  await emit(t.drop('resumed', 3))
  assert.deepEqual(await t.row(), { status: 'active', isInterrupted: false, startedAt: t.at(1), endedAt: null })
  await emit(t.drop('interrupted', 4))
  await emit(t.state('idle', 5))
  assert.deepEqual(await t.row(), { status: 'idle', isInterrupted: false, startedAt: t.at(1), endedAt: t.at(5) })
  await emit(t.state('active', 9))
  assert.deepEqual(await t.row(), { status: 'active', isInterrupted: false, startedAt: t.at(9), endedAt: null })
})

test('ignores repeated and late events', async () => {
  const t = await castBroadcast()
  await t.emit(t.state('active', 1))
  await t.emit(t.state('active', 2))
  assert.deepEqual((await t.row()).startedAt, t.at(1))
  await t.emit(t.state('idle', 5))
  const ended = await t.row()
  t.announced()
  for (const late of [t.state('active', 1), t.state('active', 4), t.drop('interrupted', 4), t.drop('interrupted', 6)])
    await t.emit(late)
  t.streams.set('nobody’s', { state: 'idle', streamKey: '', isPublic: true })
  await t.emit({ ...t.state('active', 9), providerId: 'nobody’s' })
  assert.deepEqual([await t.row(), t.announced()], [ended, []])
  await t.emit(t.state('idle', 5))
  assert.deepEqual(await t.row(), ended)
})

test('stays offline when disabling the livestream disconnects the encoder', async () => {
  const t = await castBroadcast()
  await t.emit(t.state('active', 0))
  await t.alice('POST', disableLivestream.href({ id: t.id }))
  const { endedAt } = await t.row()
  assert.ok(endedAt)
  await t.emit(t.state('idle', 60))
  assert.deepEqual([(await t.row()).status, (await t.row()).endedAt], ['offline', endedAt])
})

test('becomes active even if the encoder connects before the enable call returns', async () => {
  const t = await castBroadcast()
  await t.alice('POST', disableLivestream.href({ id: t.id }))
  const enable = t.provider.enable
  t.provider.enable = async (providerId) => {
    await enable(providerId)
    await t.emit({ providerId, at: new Date(), type: 'state', state: 'active' })
  }
  const { status } = OwnLivestream.parse((await t.alice('POST', enableLivestream.href({ id: t.id }))).body)
  assert.equal(status, 'active')
})

test('reconciles states after a crash', async () => {
  const t = await castBroadcast()
  await t.emit(t.state('active', 0))
  t.streams.get(t.providerId)!.state = 'idle'
  t.announced()
  await t.tasks['livestreams.reconcile']!({})
  assert.deepEqual([(await t.row()).status, t.announced()], ['idle', ['livestreams']])
  t.streams.get(t.providerId)!.state = 'active'
  await t.tasks['livestreams.reconcile']!({})
  assert.deepEqual([(await t.row()).status, t.announced()], ['active', ['livestreams']])
  await t.tasks['livestreams.reconcile']!({})
  assert.deepEqual(t.announced(), [])
  t.streams.delete(t.providerId)
  await t.tasks['livestreams.reconcile']!({})
  assert.equal((await t.row()).status, 'offline')
})

test('reconciles other livestreams when one fails', async () => {
  const t = await castBroadcast()
  const first = t.providerId
  await t.alice('POST', createLivestream.path, { title: 'Reviewing' })
  for (const place of t.streams.values()) place.state = 'active'
  const { streaming } = t.ctx
  const stateOf = async (providerId: string) => {
    if (providerId === first) throw new Error('The provider is unavailable.')
    return streaming.stateOf(providerId)
  }
  t.announced()
  const look = tasksOf(livestreamWorkers, { ...t.ctx, streaming: { ...streaming, stateOf } })['livestreams.reconcile']!
  await assert.rejects(look({}), /1 of 2 livestreams/)
  const rows = await many<{ status: string }>(t.db)`select status from all_livestreams order by id`
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['idle', 'active'],
  )
  assert.deepEqual(t.announced(), ['livestreams'])
})

test('disconnects a suspended member’s encoder, with retries, unless the suspension has been lifted', async () => {
  const t = await castBroadcast()
  await t.emit(t.state('active', -1))
  await stopLivestreamsOf(t.db, t.members.alice.id)
  const [{ payload } = { payload: null }] = await many<{ payload: unknown }>(t.db)`
    select payload::jsonb - '_requestId' as payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where identifier = 'livestreams.withhold'`
  const cut = t.tasks['livestreams.withhold']!
  await cut(payload)
  assert.equal(t.streams.get(t.providerId)!.state, 'active')
  await run(t.db)`update all_members set standing = 'suspended' where username = 'alice'`
  t.fail()
  await assert.rejects(cut(payload))
  t.fail(false)
  await cut(payload)
  assert.deepEqual([t.streams.get(t.providerId)!.state, (await t.row()).status], ['disabled', 'offline'])
  await run(t.db)`delete from all_livestreams`
  await cut(payload)
})

test('deletes a former member’s livestreams at the provider, with retries', async () => {
  const t = await castBroadcast()
  await removeLivestreamsOf(t.db, t.members.alice.id)
  const jobs = await many<{ payload: unknown }>(t.db)`
    select payload::jsonb - '_requestId' as payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where identifier = 'livestreams.remove'`
  assert.deepEqual(jobs, [{ payload: { provider: 'embedded', providerId: t.providerId } }])
  const remove = t.tasks['livestreams.remove']!
  t.fail()
  await assert.rejects(remove(jobs[0]!.payload))
  t.fail(false)
  await remove(jobs[0]!.payload)
  await remove(jobs[0]!.payload)
  assert.equal(t.streams.size, 0)
})

test('counts people who watch without chatting as viewers, and records the peak', async () => {
  const t = await castBroadcast()
  const watched = (watchers: number) => t.emit({ providerId: t.providerId, at: t.at(2), type: 'watched', watchers })
  const viewers = async () => {
    const { body } = await t.stranger<Livestream>('GET', getLivestream.href({ id: t.id }))
    return [body.viewers, body.maxViewers]
  }
  await t.emit(t.state('active', 1))
  assert.deepEqual(await viewers(), [0, 0])
  t.announced()
  await watched(3)
  assert.deepEqual(t.announced(), ['livestreams'])
  await watched(3)
  assert.deepEqual([await viewers(), t.announced()], [[3, 3], []])
  await watched(1)
  assert.deepEqual(await viewers(), [1, 3])
  await run(t.db)`update all_livestreams set watchers_at = now() - interval '2 minutes'`
  assert.deepEqual(await viewers(), [0, 3])
  await watched(2)
  await t.emit(t.state('idle', 5))
  assert.deepEqual(await viewers(), [0, 3])
})
