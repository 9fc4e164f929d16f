import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { onTestFinished, test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { testSealing } from '#tests/support/database.ts'
import { connectRtmp, flvTags } from '#tests/support/rtmp-client.ts'
import { freePort } from '#tests/support/site.ts'
import { ask, testStreaming, until } from '#tests/support/streaming.ts'
import { rpcToken } from './live-tokens.ts'

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    onTestFinished(() => void socket.destroy())
  })

const times = { leaderCheckMs: 50 }

/** Starts a broadcast. */
async function onAir() {
  const t = await testStreaming({ times })
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 3 })) encoder.tag(tag)
  await until(() => t.kinds().includes('active'), 'active')
  return { t, encoder }
}

/** Opens the RPC server of another process. */
async function testRpcServer(answer = (response: http.ServerResponse) => void response.writeHead(204).end()) {
  let pings = 0
  const server = http.createServer((_request, response) => {
    pings += 1
    answer(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  const address = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return { address, pings: () => pings, close }
}

test('reports to the owner that the port is in use, and opens it once it is free', async () => {
  const rtmpPort = await freePort()
  const other = net.createServer().listen(rtmpPort, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const t = await testStreaming({ rtmpPort, times })
  const hint = `Port ${rtmpPort} on 127.0.0.1 is in use by another program, so no encoder can connect. Set RTMP_PORT to a different port and restart.`
  assert.deepEqual((await t.streaming.reportOf(t.providerId))!.hints, [hint])
  assert.equal(t.logged.length, 1)
  assert.match(t.logged[0]!, /encoders cannot connect/)
  other.close()
  await until(async () => (await t.streaming.reportOf(t.providerId)) === null, 'no hint')
  const encoder = await connectRtmp(rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
})

test('has no ingest URL when no port is configured', async () => {
  const t = await testStreaming({ rtmpPort: 0 })
  assert.equal(t.streaming.ingestUrl, '')
  assert.equal(await t.streaming.reportOf(t.providerId), null)
})

test('accepts broadcasts in only one of two processes, but serves and ends them in both', async () => {
  const t = await testStreaming({ times })
  const second = await t.open()
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 3 })) encoder.tag(tag)
  const path = (file: string) => `/live/${t.playbackId}/${file}`
  await until(async () => (await ask(second, path('media.m3u8'))).ok, 'a playlist')
  await until(() => t.kinds().includes('active'), 'active')
  const media = await (await ask(second, path('media.m3u8'))).text()
  assert.equal(media, await t.text('media.m3u8'))
  const [segment] = /^\d+\.m4s$/m.exec(media)!
  const [here, there] = await Promise.all([t.get(segment), ask(second, path(segment))])
  assert.equal(there.headers.get('cache-control'), here.headers.get('cache-control'))
  assert.deepEqual(await there.arrayBuffer(), await here.arrayBuffer())
  assert.equal((await ask(second, '/live/none/index.m3u8')).status, 404)
  await second.setPublic(t.providerId, false)
  assert.equal((await t.get('media.m3u8')).status, 404)
  const signed = new URL(second.playbackUrl({ playbackId: t.playbackId, isPublic: false })).pathname
  assert.equal((await ask(second, signed.replace('index', 'media'))).status, 200)
  await second.disable(t.providerId)
  assert.equal((await t.get('media.m3u8')).status, 404)
  await encoder.closed
  assert.deepEqual(t.kinds(), ['active'])
  assert.deepEqual(t.logged, [])
})

test('elects another process as leader when the leader has stopped', async () => {
  const t = await testStreaming({ times })
  const second = await t.open()
  await t.streaming.close()
  t.streaming = second
  await until(() => canConnect(t.rtmpPort), 'the port is open again')
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  assert.equal(encoder.status()!.code, 'NetStream.Publish.Start')
})

test('applies changes made in the database even if they could not be sent to the leader', async () => {
  const { t, encoder } = await onAir()
  await run(t.db)`update broadcasts set is_public = false`
  await until(async () => (await t.get('media.m3u8')).status === 404, 'hidden')
  await run(t.db)`update broadcasts set is_public = true`
  await until(async () => (await t.get('media.m3u8')).ok, 'shown')
  await run(t.db)`update broadcasts set state = 'disabled'`
  await encoder.closed
  await until(async () => (await t.get('media.m3u8')).status === 404, 'gone')
  assert.deepEqual(t.logged, [])
})

test('disconnects a replaced leader’s encoders so that they reconnect to the new one', async () => {
  const { t, encoder } = await onAir()
  // Another process does this when the leader has not responded for some time.
  const other = await testRpcServer()
  await run(t.db)`update ingest_nodes set address = ${other.address}`
  await encoder.closed
  await until(async () => !(await canConnect(t.rtmpPort)), 'the port is closed')
  assert.equal(await t.streaming.stateOf(t.providerId), 'active', 'the new leader decides')
  other.close()
  await until(() => canConnect(t.rtmpPort), 'the port is open again after the other process stopped')
  assert.equal(await t.streaming.stateOf(t.providerId), 'idle')
})

test('keeps a slow leader for a while, but replaces a leader on an unreachable machine', async () => {
  const t = await testStreaming({ times })
  const other = await testRpcServer(() => {})
  await run(t.db)`update ingest_nodes set address = ${other.address}`
  await until(async () => !(await canConnect(t.rtmpPort)), 'the port is closed')
  await until(() => canConnect(t.rtmpPort), 'the port is open again')
  assert.equal(other.pings(), 3)
})

test('explains that an address belongs to another machine', async () => {
  await assert.rejects(testStreaming({ internalHost: '192.0.2.1' }), /INTERNAL_HOST = 192\.0\.2\.1: this machine/)
})

test('accepts internal requests only from the site’s own processes', async () => {
  const t = await testStreaming()
  const secret = await siteSecret({ db: t.db, sealing: testSealing }, 'live')
  const now = Math.floor(Date.now() / 1000)
  const stale = (path: string) => rpcToken(secret, 'GET', path, Date.now() - 120_000)
  const { address } = (await one<{ address: string }>(t.db)`select address from ingest_nodes`)!
  for (const path of ['/alive', `/cut?id=${t.providerId}&reason=x`, `/live/${t.playbackId}/index.m3u8`]) {
    for (const authorization of ['', '00', `${now}.00`, rpcToken(secret, 'GET', '/other', Date.now()), stale(path)]) {
      assert.equal((await fetch(address + path, { headers: { authorization } })).status, 401)
    }
  }
})

test('does not receive broadcasts in a process without the ingest role', async () => {
  const t = await testStreaming({ receives: false })
  assert.equal(await one(t.db)`select from ingest_nodes`, null)
  assert.ok(!(await canConnect(t.rtmpPort)))
  assert.equal((await ask(t.streaming, `/live/${t.playbackId}/index.m3u8`)).status, 503)
})
