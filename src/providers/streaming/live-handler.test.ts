import assert from 'node:assert/strict'
import http from 'node:http'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished, test } from 'vitest'
import { createApp } from '#app/http.ts'
import { cast } from '#tests/support/cast.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { connectRtmp, flvTags } from '#tests/support/rtmp-client.ts'
import { ask, testStreaming, until } from '#tests/support/streaming.ts'
import type { EmbeddedStreamingOptions } from './embedded.ts'

/** A broadcast that pauses after its first six seconds. */
async function onAir(options: Partial<EmbeddedStreamingOptions> = {}) {
  const t = await testStreaming(options)
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  const tags = flvTags({ seconds: 20 })
  const sendUntil = (ms: number) => {
    while (tags[0] && tags[0].timestamp < ms) encoder.tag(tags.shift()!)
  }
  sendUntil(6100)
  await until(
    async () =>
      (await t.get('media.m3u8')).ok && /\.3\.m4s",|#EXTINF:2.+#EXTINF:2.+#EXTINF:2/s.test(await t.text('media.m3u8')),
    'three segments',
  )
  const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(await t.text('media.m3u8'))![1])
  return { ...t, encoder, first, sendUntil }
}

test('counts viewers by the playlists that their players request', async () => {
  const t = await onAir({ times: { reportMs: 20 } })
  const player = async () => /^media\.m3u8\?watcher=[\w-]{12}$/m.exec(await t.text('index.m3u8'))![0]
  const [first, second] = [await player(), await player()]
  await player() // has not fetched a media playlist yet
  for (const playlist of [first, second, first]) assert.ok((await t.get(playlist)).ok)
  await until(() => t.events.some((event) => event.type === 'watched' && event.watchers === 2), 'two watchers')
  assert.ok(t.events.every((event) => event.type !== 'watched' || event.watchers <= 2))
})

test('lets players cache media but not playlists', async () => {
  const t = await onAir()
  const [init] = /init\d+\.mp4/.exec(await t.text('media.m3u8'))!
  const kinds = [
    ['index.m3u8', 'application/vnd.apple.mpegurl', 'no-cache'],
    ['media.m3u8', 'application/vnd.apple.mpegurl', 'no-cache'],
    [init, 'video/mp4', 'public, max-age=3600, immutable'],
    [`${t.first}.m4s`, 'video/iso.segment', 'public, max-age=3600, immutable'],
    [`${t.first}.0.m4s`, 'video/iso.segment', 'public, max-age=3600, immutable'],
    ['poster.mp4', 'video/mp4', 'no-cache'],
  ]
  for (const [file, type, cache] of kinds) {
    const { status, headers } = await t.get(file!)
    assert.deepEqual([status, headers.get('content-type'), headers.get('cache-control')], [200, type, cache], file)
  }
  for (const file of [
    '',
    'x',
    'init1.mp4',
    '1.m4s',
    `${t.first}.99.m4s`,
    `${t.first + 50}.m4s`,
    `${t.first + 50}.0.m4s`,
    '..',
    'media.m3u8x',
  ]) {
    assert.equal((await t.get(file)).status, 404, file)
  }
  const other = await t.get('index.m3u8', { playbackId: 'none', providerId: '' })
  assert.deepEqual([other.status, other.headers.get('cache-control')], [404, 'no-store'])
  assert.equal((await ask(t.streaming, `/live/${t.playbackId}/index.m3u8`, { method: 'POST' })).status, 405)
  const head = await ask(t.streaming, `/live/${t.playbackId}/index.m3u8`, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('serves a segment as the concatenation of its parts', async () => {
  const t = await onAir()
  const bytesOf = async (file: string) => Buffer.from(await (await t.get(file)).arrayBuffer())
  const parts = await Promise.all([0, 1, 2, 3].map((at) => bytesOf(`${t.first}.${at}.m4s`)))
  assert.deepEqual(Buffer.concat(parts), await bytesOf(`${t.first}.m4s`))
})

test('blocks playlist requests until the part exists', async () => {
  const t = await onAir({ times: { waitMs: patienceMs } })
  const waiting = t.text(`media.m3u8?_HLS_msn=${t.first + 3}&_HLS_part=1`)
  const hinted = t.get(`${t.first + 3}.1.m4s`)
  t.sendUntil(7200)
  assert.match(await waiting, new RegExp(`URI="${t.first + 3}\\.1\\.m4s"`))
  assert.equal((await hinted).status, 200)
  assert.equal((await t.get(`media.m3u8?_HLS_msn=${t.first + 9}`)).status, 400)
})

test('limits how long a request waits for a part', async () => {
  const t = await onAir({ times: { waitMs: 400 } })
  const startedMs = performance.now()
  assert.equal((await t.get(`media.m3u8?_HLS_msn=${t.first + 3}&_HLS_part=1`)).status, 200)
  assert.ok(performance.now() - startedMs > 350)
})

test('responds to a thousand waiting players simultaneously', async () => {
  const t = await onAir({ times: { waitMs: patienceMs } })
  const waiting = Array.from({ length: 1000 }, () => t.text(`media.m3u8?_HLS_msn=${t.first + 3}&_HLS_part=1`))
  t.sendUntil(7200)
  const part = `URI="${t.first + 3}.1.m4s"`
  for (const playlist of await Promise.all(waiting)) assert.ok(playlist.includes(part))
})

test('buffers no copies of media for players that do not read', async () => {
  const t = await testStreaming()
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  const [config, key] = flvTags({ seconds: 1, audio: [] })
  const body = Buffer.concat([key!.body, Buffer.alloc(3_000_000)])
  encoder.tag(config!)
  for (let at = 0; at < 6; at++) encoder.tag({ type: 9, timestamp: at * 500, body })
  const segment = async () => /^\d+\.m4s$/m.exec(await t.text('media.m3u8'))?.[0]
  await until(async () => (await segment()) !== undefined, 'a segment')
  const { ctx } = await cast([])
  const options = { ctx, siteUrl: 'http://devstead.test', trustProxyHops: 0, rateLimits: true }
  const app = createApp([], [{ prefix: '/live', handle: t.streaming.handle }], options)
  const server = http.createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const held = () => {
    collectGarbage()
    return process.memoryUsage().external
  }
  const before = held()
  const request = `GET /live/${t.playbackId}/${await segment()} HTTP/1.1\r\nHost: x\r\n\r\n`
  for (let at = 0; at < 50; at++) {
    const player = net.connect(port, '127.0.0.1', () => player.write(request)).pause()
    onTestFinished(() => void player.destroy())
  }
  await sleep(500)
  const grown = (held() - before) / 1024 / 1024
  assert.ok(grown < 50, `${Math.round(grown)} MB for 50 players of 12 MB`)
})

test('serves private broadcasts only with a valid token', async () => {
  let nowMs = Date.now()
  const t = await onAir({ clock: { now: () => nowMs } })
  const broadcast = await t.streaming.create({ isPublic: false })
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(broadcast.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 3 })) encoder.tag(tag)
  const { pathname } = new URL(t.streaming.playbackUrl({ playbackId: broadcast.playbackId, isPublic: false }))
  const statusOf = async (path: string) => (await ask(t.streaming, path)).status
  const media = async () => (await ask(t.streaming, pathname.replace('index', 'media'))).text()
  await until(async () => /^\d+\.m4s$/m.test(await media()), 'a segment')
  assert.equal(await statusOf(pathname), 200)
  const [segment] = /^\d+\.m4s$/m.exec(await media())!
  const answer = await ask(t.streaming, pathname.replace('index.m3u8', segment))
  assert.equal(answer.headers.get('cache-control'), 'private, max-age=3600, immutable')
  const [, expiry, mac] = /\.(\d+)\.([\w-]+)\//.exec(pathname)!
  const other = new URL(t.streaming.playbackUrl({ playbackId: t.playbackId, isPublic: false })).pathname
  const forged = [
    `/live/${broadcast.playbackId}/index.m3u8`,
    `/live/${broadcast.playbackId}.${Number(expiry) + 1}.${mac}/index.m3u8`,
    `/live/${broadcast.playbackId}.${expiry}.x/index.m3u8`,
    other.replace(t.playbackId, broadcast.playbackId),
  ]
  for (const path of forged) assert.equal(await statusOf(path), 404, path)
  nowMs += 6 * 60 * 60 * 1000 + 1000
  assert.equal(await statusOf(pathname), 404)
})
