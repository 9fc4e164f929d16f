import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { LookupFunction } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import sharp from 'sharp'
import { Agent, fetch, FormData, type RequestInit, type Response } from 'undici'
import { freePort, type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { findFfmpeg } from '../../scripts/ffmpeg.ts'
import { domain, type Proxy, startCaddy, startNginx } from './proxies.ts'

// `npm run try-proxy`: runs deploy/nginx.conf and deploy/Caddyfile in front of a real site. Needs nginx with its stream module,
// Caddy, ffmpeg, and openssl; on Debian: apt-get install nginx libnginx-mod-stream caddy ffmpeg openssl

/** Two visitors, as seen by a proxy on a loopback address. */
const [hers, his] = ['127.1.2.3', '127.1.9.9']
const importBytes = 50 * 1024 * 1024
const patienceMs = 60_000

const say = (line: string) => void process.stdout.write(`${line}\n`)
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'devstead-proxy-'))
const { dataDir, remove } = temporaryDataDir()
const rtmp = await freePort()
const site = await startSite(dataDir, {
  SITE_URL: `https://${domain}`,
  TRUST_PROXY: '1',
  RTMP_PORT: String(rtmp),
  IMPORT_MAX_MB: '100',
})
try {
  const ports = { http: Number(new URL(site.url).port), rtmp }
  for (const start of [startNginx, startCaddy]) {
    const folder = path.join(work, start.name)
    fs.mkdirSync(folder)
    const proxy = await start(folder, ports)
    say(proxy.name)
    try {
      await tryProxy(proxy, site)
    } finally {
      await proxy.stop()
    }
  }
} finally {
  await site.stop()
  remove()
  fs.rmSync(work, { recursive: true, force: true })
}
say('Both proxies work.')

async function tryProxy(proxy: Proxy, running: RunningSite): Promise<void> {
  const she = visitor(proxy, hers)
  await checkTls(proxy, she)
  const token = await she.register(`ada_${proxy.name.toLowerCase()}`)
  await checkClientAddresses(proxy, token)
  await checkUploads(she, token)
  const { id, streamKey } = await she.send<{ id: number; streamKey: string }>(
    '/api/livestreams',
    { title: 'Live' },
    token,
  )
  await checkEvents(she, id)
  if (proxy.rtmpPort !== null) await checkRtmp(she, proxy.rtmpPort, id, streamKey)
  await checkRestart(proxy, she, running)
  await she.close()
}

/** A client at a loopback address that reaches the proxy by the site's name. */
function visitor({ httpsPort, authority }: Proxy, localAddress: string, allowH2 = true) {
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, '127.0.0.1', 4)
  const connect = { ca: authority, servername: domain, lookup, autoSelectFamily: false }
  const dispatcher = new Agent({ allowH2, connect, localAddress, bodyTimeout: 0 })
  const get = (target: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`https://${domain}:${httpsPort}${target}`, { redirect: 'manual', ...init, dispatcher })
  async function send<T>(target: string, body: unknown, token?: string, method = 'POST'): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await get(target, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    assert.ok(response.ok, `${target}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  async function register(username: string): Promise<string> {
    const account = {
      email: `${username}@devstead.test`,
      password: 'loom-and-engine',
      data: { username, fullName: 'Ada Lovelace' },
    }
    return (await send<{ access_token: string }>('/auth/v1/signup', account)).access_token
  }
  return { get, send, register, close: () => dispatcher.destroy() }
}
type Visitor = ReturnType<typeof visitor>

async function checkTls({ httpPort, httpsPort, authority }: Proxy, she: Visitor): Promise<void> {
  const plain = await globalThis.fetch(`http://127.0.0.1:${httpPort}/blog?page=2`, {
    redirect: 'manual',
    headers: { host: domain },
  })
  const target = plain.headers.get('location') ?? ''
  assert.equal(plain.status, 308)
  assert.match(target, /^https:\/\/[^/]+\/blog\?page=2$/)
  const socket = tls.connect({
    host: '127.0.0.1',
    port: httpsPort,
    ca: authority,
    servername: domain,
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  await once(socket, 'secureConnect')
  assert.deepEqual([socket.alpnProtocol, socket.getProtocol(), socket.authorized], ['h2', 'TLSv1.3', true])
  socket.destroy()
  const home = await she.get('/', { headers: { 'accept-encoding': 'br' } })
  assert.equal(home.status, 200)
  assert.match(home.headers.get('strict-transport-security') ?? '', /max-age=/)
  assert.match(await home.text(), /<html/)
  say('  redirects to https, TLS 1.3, HTTP/2, and a page')
}

async function checkClientAddresses(proxy: Proxy, token: string): Promise<void> {
  const [she, he] = [visitor(proxy, hers), visitor(proxy, his)]
  const sessions = await she.get('/api/account/sessions', { headers: { authorization: `Bearer ${token}` } })
  const { devices } = (await sessions.json()) as { devices: { network: string }[] }
  assert.deepEqual(
    devices.map(({ network }) => network),
    ['127.1.2.0'],
  )
  const search = async (one: Visitor, headers: Record<string, string> = {}) => {
    const response = await one.get('/api/search?q=loom', { headers })
    await response.text()
    return response.status
  }
  let searches = 0
  while ((await search(she)) === 200) assert.ok(++searches < 200, 'Searches are limited.')
  assert.equal(await search(she, { 'x-forwarded-for': his }), 429, 'Visitors cannot choose their address.')
  assert.equal(await search(he), 200)
  await Promise.all([she.close(), he.close()])
  say('  searches are limited per visitor, whatever X-Forwarded-For they send')
}

async function checkUploads(she: Visitor, token: string): Promise<void> {
  const authorization = `Bearer ${token}`
  const noise = {
    create: { width: 800, height: 700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  }
  const picture = await sharp(noise as never)
    .png()
    .toBuffer()
  assert.ok(picture.length > 1024 * 1024)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
  form.append('bucketName', 'post-images')
  const uploaded = await she.get('/api/storage/upload', { method: 'POST', headers: { authorization }, body: form })
  assert.ok(uploaded.ok, `upload: ${uploaded.status}`)
  const { publicUrl } = (await uploaded.json()) as { publicUrl: string }
  const part = await she.get(new URL(publicUrl).pathname, { headers: { range: 'bytes=100-199' } })
  const bytes = new Uint8Array(await part.arrayBuffer())
  assert.deepEqual([part.status, bytes.length], [206, 100])
  assert.match(part.headers.get('content-range') ?? '', /^bytes 100-199\/\d+$/)
  say(`  a picture of ${(picture.length / 1_000_000).toFixed(1)} MB, and a range of it`)

  const { id } = await she.send<{ id: number }>('/api/imports', { name: 'old.zip', sizeBytes: importBytes }, token)
  const headers = { authorization, 'content-type': 'application/octet-stream' }
  let received = 0
  while (received < importBytes) {
    const body = Buffer.alloc(Math.min(4 * 1024 * 1024, importBytes - received), 7)
    const response = await she.get(`/api/imports/${id}/file?offset=${received}`, { method: 'PUT', headers, body })
    assert.ok(response.ok, `part: ${response.status}`)
    received = ((await response.json()) as { receivedBytes: number }).receivedBytes
  }
  assert.equal(received, importBytes)
  say('  an import of 50 MB')

  const stalled = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  const early = await she.get('/api/imports', {
    method: 'POST',
    headers: { authorization: 'Bearer invalid', 'content-type': 'application/json' },
    body: stalled,
    duplex: 'half',
    signal: AbortSignal.timeout(patienceMs),
  })
  assert.ok(early.status >= 400 && early.status < 500, `a body that never ends: ${early.status}`)
  say(`  a request is answered before its body ends (${early.status})`)
}

/** Sends each message only after the previous one has arrived as an event, which never happens behind a proxy that
 *  buffers. */
async function checkEvents(she: Visitor, id: number): Promise<void> {
  const events = await she.get(`/api/livestreams/${id}/events`, { signal: AbortSignal.timeout(patienceMs) })
  assert.equal(events.headers.get('content-type'), 'text/event-stream')
  const reader = events.body!.getReader()
  let text = ''
  for (const number of [1, 2, 3, 4, 5]) {
    const message = `Message ${number}`
    await she.send(`/api/livestreams/${id}/chat`, { message, username: `Viewer ${number}` })
    while (!text.includes(message)) text += Buffer.from((await reader.read()).value as Uint8Array).toString()
  }
  await reader.cancel()
  say('  five events, each before the next was sent')
}

async function checkRtmp(she: Visitor, port: number, id: number, streamKey: string): Promise<void> {
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30', '-t', '60']
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0']
  const target = ['-f', 'flv', `rtmp://127.0.0.1:${port}/live/${streamKey}`]
  const ffmpeg = spawn(findFfmpeg(), ['-loglevel', 'error', '-nostdin', ...source, ...codec, ...target])
  const ended = once(ffmpeg, 'exit')
  try {
    const media = await until('a segment of the live stream', async () => {
      const livestream = await she.get(`/api/livestreams/${id}`)
      const { playbackUrl } = (await livestream.json()) as { playbackUrl: string | null }
      if (!playbackUrl) return null
      const address = new URL(playbackUrl).pathname.replace('index.m3u8', 'media.m3u8')
      const playlist = await (await she.get(address)).text()
      const segment = /^\d+\.m4s$/m.exec(playlist)?.[0]
      return segment ? she.get(path.posix.join(path.posix.dirname(address), segment)) : null
    })
    const bytes = Buffer.from(await media.arrayBuffer())
    assert.equal(media.status, 200)
    assert.ok(bytes.includes('moof') && bytes.includes('mdat'))
    say(`  RTMP through the proxy, played back over HTTP/2 (a segment of ${bytes.length} bytes)`)
  } finally {
    ffmpeg.kill('SIGKILL')
    await ended
  }
}

async function checkRestart({ name }: Proxy, she: Visitor, running: RunningSite): Promise<void> {
  assert.equal(await running.stop(), 0)
  if (name === 'nginx') {
    const page = await she.get('/blog')
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '5'])
    assert.match(await page.text(), /The site is restarting/)
    await running.again()
    await until('the site', async () => ((await she.get('/blog')).ok ? true : null))
    say('  shows a page while the site restarts, and the site again afterward')
  } else {
    const waiting = she.get('/healthz')
    await running.again()
    assert.equal((await waiting).status, 200)
    say('  lets a request wait while the site restarts')
  }
}

async function until<T>(what: string, find: () => Promise<T | null>): Promise<T> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await sleep(200)) {
    const found = await find()
    if (found !== null) return found
  }
  throw new Error(`Timed out waiting for ${what}.`)
}
