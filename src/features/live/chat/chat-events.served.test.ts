import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, vi } from 'vitest'
import { getMetrics } from '#features/admin/metrics/metrics.contract.ts'
import { run } from '#kernel/db.ts'
import { createLivestream, streamLivestreamEvents } from '#features/live/livestreams/livestreams.contract.ts'
import { type EventReader, readEvents } from '#tests/support/event-reader.ts'
import { servedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { ChatMessage, deleteChatMessage, listChatEntries, postChatMessage, updateChatRoom } from './chat.contract.ts'
import { saveMessage } from './post-message.ts'

const soon = { timeout: patienceMs, interval: 10 }

async function siteWithStream(settings: Record<string, string> = {}) {
  const site = await servedSite({ RTMP_PORT: '0', ...settings })
  const token = await site.register('alice')
  const made = await site.ask(createLivestream.path, { method: 'POST', token, body: { title: 'Pairing' } })
  return { ...site, token, id: (JSON.parse(made.text) as { id: number }).id }
}

const say = async (site: ServedSite, id: number, message: string) => {
  const { text } = await site.ask(postChatMessage.href({ id }), { method: 'POST', body: { message, username: 'Vera' } })
  return ChatMessage.parse(JSON.parse(text))
}

const metricsToken = 'a token for metrics'

/** Returns how many requests the site's cache has answered. */
async function cacheHits(site: ServedSite): Promise<number> {
  const { status, text } = await site.ask(getMetrics.path, { token: metricsToken })
  assert.equal(status, 200)
  return Number(/^devstead_page_cache_requests_total\{result="hit",process="1"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

const follow = ({ port }: Pick<ServedSite, 'port'>, path: string, headers?: Record<string, string>) =>
  readEvents(port, path, headers)

test('delivers messages exactly once and in the same order in every process, despite reconnects', async () => {
  const here = await siteWithStream()
  const elsewhere = await servedSite({ RTMP_PORT: '0' })
  const { id } = here
  const path = streamLivestreamEvents.href({ id })
  const [first, second] = [await follow(here, path), await follow(elsewhere, path)]
  assert.match(String(first.headers['content-type']), /^text\/event-stream/)
  assert.deepEqual([first.headers['x-frame-options'], first.headers['cache-control']], ['DENY', 'no-store'])
  assert.equal(first.rooms[0]!.status, 'idle')

  const total = 200
  let isDone = false
  const restless: number[] = []
  const reconnecting = (async () => {
    for (let last: string | null = null; restless.length < total;) {
      const site = restless.length % 2 ? here : elsewhere
      const reader: EventReader = await follow(site, path, last === null ? {} : { 'last-event-id': last })
      await sleep(30 + (restless.length % 7) * 20)
      reader.leave()
      restless.push(...reader.entries.map((entry) => entry.id))
      last = restless.length ? String(restless.at(-1)) : last
      if (isDone && reader.entries.length === 0) await sleep(100)
    }
  })()
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    const { ctx } = writer % 2 ? here : elsewhere
    for (let n = 0; n < total / 10; n++) {
      const sender = Buffer.from([writer])
      await saveMessage(ctx, { livestreamId: id, memberId: null, sender, username: `w${writer}`, message: `${n}` })
      void ctx.chatRooms.hint(id)
      await sleep(10)
    }
  })
  await Promise.all(writers)
  isDone = true
  await reconnecting
  await vi.waitFor(
    () =>
      assert.deepEqual(
        [first, second].map((one) => one.entries.length),
        [total, total],
      ),
    soon,
  )
  const ids = first.entries.map((entry) => entry.id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(ids).size, total)
  assert.deepEqual(second.entries, first.entries)
  assert.deepEqual(restless, ids)
  assert.deepEqual([here.logged(40), elsewhere.logged(40)], [[], []])
})

test('returns the same messages when polled, with an ETag', async () => {
  const site = await siteWithStream()
  const { id } = site
  const first = await say(site, id, 'First')
  await vi.waitFor(async () => assert.match((await site.ask(listChatEntries.href({ id }))).text, /First/), soon)
  const { headers } = await site.ask(`${listChatEntries.href({ id })}?after=${first.id}`)
  const again = () =>
    site.ask(`${listChatEntries.href({ id })}?after=${first.id}`, {
      headers: { 'if-none-match': String(headers.etag) },
    })
  assert.equal((await again()).status, 304)
  await say(site, id, 'Second')
  await vi.waitFor(async () => assert.match((await again()).text, /Second/), soon)
  assert.equal((await site.ask(`${listChatEntries.href({ id })}?after=x`)).status, 400)
})

test('serves polls from the cache until there is a new entry, or the livestream becomes private', async () => {
  const site = await siteWithStream({ METRICS_TOKEN: metricsToken })
  const { id, db, ctx } = site
  const poll = () => site.ask(listChatEntries.href({ id }))
  const isCached = async () => {
    const before = await cacheHits(site)
    await poll()
    return (await cacheHits(site)) > before
  }
  await say(site, id, 'First')
  await vi.waitFor(async () => assert.ok(await isCached()), soon)
  await say(site, id, 'Second')
  await ctx.chatRooms.hint(id)
  assert.match((await poll()).text, /First.*Second/)
  await vi.waitFor(async () => assert.ok(await isCached()), soon)
  await run(db)`update all_livestreams set is_public = false where id = ${id}`
  await ctx.chatRooms.hint(id)
  assert.equal((await poll()).status, 404)
})

test('notifies readers when messages are deleted, and when the livestream changes state or is deleted', async () => {
  const site = await siteWithStream()
  const { id, token, db } = site
  const reader = await follow(site, streamLivestreamEvents.href({ id }))
  const said = await say(site, id, 'Rude')
  await vi.waitFor(() => assert.equal(reader.entries.length, 1), soon)
  await site.ask(deleteChatMessage.href({ id, messageId: said.id }), { method: 'DELETE', token })
  await site.ask(updateChatRoom.href({ id }), { method: 'PATCH', token, body: { slowModeSeconds: 30 } })
  await run(db)`update all_livestreams set status = 'active', started_at = now() where id = ${id}`
  await vi.waitFor(() => {
    assert.deepEqual(reader.entries.at(-1)?.id, said.id + 1)
    const { status, slowModeSeconds, viewers } = reader.rooms.at(-1)!
    assert.deepEqual([status, slowModeSeconds, viewers], ['active', 30, 1])
  }, soon)
  assert.deepEqual(reader.entries, [said, { id: said.id + 1, deletedIds: [said.id] }])
  await run(db)`delete from all_livestreams where id = ${id}`
  await vi.waitFor(() => assert.ok(reader.isOver), soon)
  assert.equal((await follow(site, streamLivestreamEvents.href({ id }))).status, 404)
})

test('sends events only to the broadcaster once a livestream becomes private', async () => {
  const site = await siteWithStream()
  const { id, token, db } = site
  const bearer = { authorization: `Bearer ${token}` }
  const reader = await follow(site, streamLivestreamEvents.href({ id }))
  const broadcaster = await follow(site, streamLivestreamEvents.href({ id }), bearer)
  await run(db)`update all_livestreams set is_public = false where id = ${id}`
  await vi.waitFor(() => assert.ok(reader.isOver), soon)
  await vi.waitFor(async () => assert.equal((await site.ask(listChatEntries.href({ id }))).status, 404), soon)
  assert.equal((await site.ask(listChatEntries.href({ id }), { token })).status, 200)
  const later = await follow(site, streamLivestreamEvents.href({ id }), bearer)
  assert.equal((await follow(site, streamLivestreamEvents.href({ id }))).status, 404)
  await site.ask(postChatMessage.href({ id }), { method: 'POST', token, body: { message: 'Only mine' } })
  await vi.waitFor(
    () =>
      assert.deepEqual(
        [broadcaster, later].map((one) => one.entries.length),
        [1, 1],
      ),
    soon,
  )
  assert.deepEqual([reader.entries, broadcaster.isOver, later.isOver], [[], false, false])
})

test('limits the number of event streams per network, and frees their slots when they end', async () => {
  const site = await siteWithStream()
  const path = streamLivestreamEvents.href({ id: site.id })
  const readers = await Promise.all(Array.from({ length: 200 }, () => follow(site, path)))
  assert.ok(readers.every(({ status }) => status === 200))
  assert.equal((await follow(site, path)).status, 429)
  for (const reader of readers.slice(0, 5)) reader.leave()
  await vi.waitFor(async () => assert.equal((await follow(site, path)).status, 200), soon)
  assert.equal((await site.ask(path, { method: 'HEAD' })).status, 200)
})
