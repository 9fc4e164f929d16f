import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { sealSecrets } from '#kernel/sealed-secrets.ts'
import { siteSecrets } from '#kernel/site-secrets.store.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { createSubscription, readVapid, startPushService } from '#tests/support/push-service.ts'
import { saveNotificationSettings } from './notification-settings.contract.ts'
import { markNotificationsRead } from './notifications.contract.ts'
import { notificationRoutes } from './notifications.routes.ts'
import {
  addPushDevice,
  getPushDevices,
  type PushDevice,
  type PushDevices,
  removePushDevice,
} from './push-devices.contract.ts'
import { pushDeviceRoutes } from './push-devices.routes.ts'
import { pushWorkers } from './pushes.ts'

const routes = [...notificationRoutes, ...pushDeviceRoutes, ...likeRoutes, ...followRoutes]

async function castPushes() {
  const service = await startPushService()
  onTestFinished(() => service.close())
  const t = await cast(routes, { mailer: null })
  const tasks = tasksOf(pushWorkers, {
    ...t.ctx,
    siteUrl: 'https://devstead.test',
    site: { name: 'Devstead', ownerUsername: null, canSendEmail: true },
    fetch: service.fetch,
  })

  /** Runs the queued jobs, and the jobs that they add. @returns the errors of those that failed */
  async function deliver(): Promise<unknown[]> {
    const failures: unknown[] = []
    for (const name of ['notifications.push', 'notifications.push-to-device']) {
      const queued = await many<{ payload: unknown }>(t.db)`
        delete from graphile_worker._private_jobs where task_id =
          (select id from graphile_worker._private_tasks where identifier = ${name}) returning payload`
      for (const { payload } of queued) await tasks[name]!(payload).catch((reason: unknown) => failures.push(reason))
    }
    return failures
  }

  async function subscribe(who: typeof t.bob, name: string) {
    const { subscription, decrypt } = createSubscription(name)
    const { status, body } = await who<PushDevice>('POST', addPushDevice.path, subscription)
    assert.equal(status, 201)
    return { id: body.id, subscription, decrypt }
  }
  const devicesOf = async (who: typeof t.bob) => (await who<PushDevices>('GET', getPushDevices.path)).body
  const jobs = () => many<{ name: string; seconds: number }>(t.db)`
    select task_identifier as name, extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where task_identifier like 'notifications.push%' order by run_at`
  return { ...t, ...service, deliver, subscribe, devicesOf, jobs }
}

test('sends an encrypted and signed message to each device of the member', async () => {
  const t = await castPushes()
  const [phone, laptop] = [await t.subscribe(t.alice, 'phone'), await t.subscribe(t.alice, 'laptop')]
  await t.subscribe(t.bob, 'other')
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  assert.deepEqual(await t.deliver(), [])
  assert.deepEqual(
    t.received.map(({ path }) => path),
    ['/phone', '/laptop'],
  )

  const [{ body, headers }] = t.received as [(typeof t.received)[0]]
  const { id } = (await one<{ id: number }>(t.db)`select id from notifications`)!
  assert.deepEqual(phone.decrypt(body), {
    title: 'Devstead',
    body: 'Bob Baker liked “Lambda”',
    url: `/post/${post}`,
    tag: `notification-${id}`,
    icon: '/icon-192.png',
  })
  assert.throws(() => laptop.decrypt(body))
  assert.ok(body.length <= 4096, `${body.length} bytes`)
  assert.deepEqual(
    [headers.ttl, headers.urgency, headers.topic, headers['content-encoding']],
    ['86400', 'low', `notification-${id}`, 'aes128gcm'],
  )
  const { claims, publicKey } = readVapid(headers.authorization)
  const { serverKey, devices } = await t.devicesOf(t.alice)
  assert.equal(publicKey, serverKey)
  assert.deepEqual([claims['aud'], claims['sub']], ['https://push.example', 'https://devstead.test'])
  const hours = (Number(claims['exp']) - Date.now() / 1000) / 3600
  assert.ok(hours > 0 && hours <= 24, `${hours} hours`)
  assert.ok(devices.every(({ lastSentAt }) => lastSentAt !== null))
})

test('combines events that happen together, and waits a minute before further messages about the same entry', async () => {
  const t = await castPushes()
  const phone = await t.subscribe(t.alice, 'phone')
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  await t.admin('POST', likePost.href({ id: post }))
  const [first, ...others] = await t.jobs()
  assert.ok(first!.seconds < 4, `${first!.seconds} seconds`)
  assert.deepEqual(others, [])
  await t.deliver()
  assert.equal((phone.decrypt(t.received[0]!.body) as { body: string }).body, 'Ada Admin and Bob Baker liked “Lambda”')
  await run(t.db)`select notification_tell(${t.members.alice.id}, 'like', ${post}, 999, null, 'Carl')`
  assert.ok((await t.jobs())[0]!.seconds > 50)
})

test('sends nothing about muted members, kinds that are off, withdrawn or read notifications, and to suspended members', async () => {
  const t = await castPushes()
  await t.subscribe(t.alice, 'phone')
  const { id } = t.members.alice
  const follow = followMember.href({ id })
  await run(t.db)`insert into mutes (member_id, muted_id) values (${id}, ${t.members.admin.id})`
  await t.admin('POST', follow)
  for (const choices of [
    { muted: ['follow'], emailed: [] },
    { muted: [], emailed: [], silent: ['follow'] },
    { muted: [], emailed: [] }, // keeps the silent kinds
  ]) {
    await t.alice('PUT', saveNotificationSettings.path, choices)
    await t.bob('DELETE', follow)
    await t.bob('POST', follow)
  }
  assert.deepEqual(await t.jobs(), [])

  await t.alice('PUT', saveNotificationSettings.path, { muted: [], emailed: [], silent: [] })
  const post = await t.postBy('alice')
  await t.bob('POST', likePost.href({ id: post }))
  await t.bob('DELETE', likePost.href({ id: post }))
  await t.deliver()
  await t.admin('POST', likePost.href({ id: await t.postBy('alice') }))
  await t.bob('POST', likePost.href({ id: await t.postBy('alice') }))
  await t.alice('POST', markNotificationsRead.path, { all: true })
  await t.deliver()
  await t.bob('POST', likePost.href({ id: await t.postBy('alice') }))
  await run(t.db)`update all_members set standing = 'suspended' where id = ${id}`
  await t.deliver()
  assert.deepEqual(t.received, [])
})

test('removes devices that the push service no longer knows', async () => {
  const t = await castPushes()
  for (const status of [404, 410]) {
    await t.subscribe(t.alice, `phone-${status}`)
    t.statuses.push({ status })
    await t.bob('POST', likePost.href({ id: await t.postBy('alice') }))
    assert.deepEqual(await t.deliver(), [])
    assert.deepEqual((await t.devicesOf(t.alice)).devices, [])
  }
})

test('retries after temporary failures, and waits as long as the push service asks', async () => {
  const t = await castPushes()
  await t.subscribe(t.alice, 'phone')
  t.statuses.push({ status: 500 }, { status: 503 }, { status: 429, headers: { 'retry-after': '600' } }, { status: 400 })
  for (const failures of [1, 1, 0]) {
    await t.bob('POST', likePost.href({ id: await t.postBy('alice') }))
    assert.equal((await t.deliver()).length, failures)
  }
  const [{ name, seconds }] = (await t.jobs()) as [Awaited<ReturnType<typeof t.jobs>>[0]]
  assert.equal(name, 'notifications.push-to-device')
  assert.ok(seconds > 590 && seconds < 610, `${seconds} seconds`)
  assert.deepEqual(await t.deliver(), [])
  assert.equal((await t.devicesOf(t.alice)).devices.length, 1)
})

test('accepts at most ten devices, and moves a browser to the member who subscribed last', async () => {
  const t = await castPushes()
  const first = await t.subscribe(t.alice, 'phone')
  for (let count = 2; count <= 10; count++) await t.subscribe(t.alice, `device-${count}`)
  assert.equal((await t.alice('POST', addPushDevice.path, createSubscription('last').subscription)).status, 409)
  assert.equal((await t.alice('POST', addPushDevice.path, first.subscription)).status, 200)
  assert.equal((await t.bob('POST', addPushDevice.path, first.subscription)).status, 200)
  const [hers, his] = [await t.devicesOf(t.alice), await t.devicesOf(t.bob)]
  assert.deepEqual([hers.devices.length, his.devices.map(({ id }) => id)], [9, [first.id]])

  await t.alice('DELETE', removePushDevice.href({ id: first.id }))
  assert.equal((await t.devicesOf(t.bob)).devices.length, 1)
  for (let times = 0; times < 2; times++)
    assert.equal((await t.bob('DELETE', removePushDevice.href({ id: first.id }))).status, 204)
  assert.deepEqual((await t.devicesOf(t.bob)).devices, [])
  assert.equal((await t.stranger('GET', getPushDevices.path)).status, 401)
})

test('rejects subscriptions to which it could not send anything', async () => {
  const t = await castPushes()
  const { endpoint, keys } = createSubscription('phone').subscription
  for (const body of [
    { endpoint: 'http://push.example/phone', keys },
    { endpoint: 'https://localhost/phone', keys },
    { endpoint: 'https://10.0.0.1/phone', keys },
    { endpoint: 'https://push.example:8443/phone', keys },
    { endpoint: 'https://user@push.example/phone', keys },
    { endpoint: `https://push.example/${'x'.repeat(1000)}`, keys },
    { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint },
  ])
    assert.equal((await t.alice('POST', addPushDevice.path, body)).status, 400, JSON.stringify(body))
})

test('keeps its key when the site’s secrets are encrypted again, and drops devices that used a lost key', async () => {
  const t = await castPushes()
  await t.subscribe(t.alice, 'phone')
  const { serverKey } = await t.devicesOf(t.alice)
  await sealSecrets(t.db, t.ctx.sealing, [siteSecrets])
  assert.equal((await t.devicesOf(t.alice)).serverKey, serverKey)
  await run(t.db)`delete from site_secrets where name = 'push'`
  const after = await t.devicesOf(t.alice)
  assert.notEqual(after.serverKey, serverKey)
  assert.deepEqual(after.devices, [])
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.deliver()
  assert.deepEqual(t.received, [])
})
