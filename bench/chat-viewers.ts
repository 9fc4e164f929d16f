import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatPath } from '#features/chat/chat.contract.ts'
import { livestreamEventsPath } from '#features/livestreams/livestreams.contract.ts'
import { p99 } from './row.ts'

// The viewers of one chat in a process of their own, while ten messages a second are written into it, each of which says
// when that was: `chat-viewers.ts poll|events URL LIVESTREAM VIEWERS SECONDS`. Says 'watching' once all are there, 'watched'
// when it is over, and then how many ms the answers took, or the messages to the last of the viewers, at the 99th of a
// hundred, and how many messages have not reached all.

const [kind, url = '', ...numbers] = process.argv.slice(2)
const [livestreamId = 0, viewers = 0, seconds = 0] = numbers.map(Number)
const [pollMs, messageEveryMs, settleMs] = [2000, 100, 5000]
const { hostname, port } = new URL(url)
const agent = new http.Agent({ keepAlive: true, maxSockets: 500 })
const took: number[] = []

/** Each from an address of its own, as a proxy would say. */
const addressOf = (viewer: number) => `10.0.${viewer >> 8}.${viewer & 255}`

function ask(method: string, target: string, viewer: number, body?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { 'x-forwarded-for': addressOf(viewer), 'content-type': 'application/json' }
  const request = http.request(url + target, { method, agent, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => (response.statusCode! < 300 ? resolve(text) : reject(new Error(text))))
  })
  // As browsers do: a kept connection may just have been closed.
  request.on('error', (reason) => (request.reusedSocket ? resolve(ask(method, target, viewer, body)) : reject(reason)))
  request.end(body)
  return promise
}

const write = (viewer: number) =>
  ask('POST', chatPath(livestreamId), viewer, JSON.stringify({ message: `sent ${Date.now()}`, username: `V${viewer}` }))

async function poll(viewer: number): Promise<void> {
  await sleep(Math.random() * pollMs)
  for (let last = 0; ;) {
    const query = last > 0 ? `?after=${last}` : ''
    const askedMs = performance.now()
    const text = await ask('GET', chatPath(livestreamId) + query, viewer)
    took.push(performance.now() - askedMs)
    for (const [, id] of text.matchAll(/"id":(\d+),"username"/g)) last = Math.max(last, Number(id))
    await sleep(pollMs)
  }
}

let startedMs = Infinity
const readers = new Map<string, number>()

/** What arrived in one piece. */
function read(text: string): void {
  for (const [, sentMs] of text.matchAll(/"message":"sent (\d+)"/g)) {
    const count = (readers.get(sentMs!) ?? 0) + 1
    readers.set(sentMs!, count)
    if (count === viewers && Number(sentMs) >= startedMs) took.push(Date.now() - Number(sentMs))
  }
}

/** Listens as a browser would, over a bare socket: this process must not be what is measured. */
function listen(viewer: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let rest = ''
  const callback = (length: number, buffer: Uint8Array) => {
    const text = rest + Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
    rest = text.endsWith('\n') ? '' : text
    if (rest) return true
    if (!text.startsWith('HTTP/1.1 ')) read(text)
    else if (text.startsWith('200', 9)) resolve()
    else reject(new Error(text))
    return true
  }
  const socket = net.connect({ host: hostname, port: Number(port), onread: { buffer: shared, callback } })
  socket.on('error', reject).on('close', () => reject(new Error('A viewer was sent away.')))
  const target = livestreamEventsPath(livestreamId)
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${addressOf(viewer)}\r\n\r\n`)
  return promise
}

const shared = Buffer.alloc(64 * 1024)

const fail = (reason: unknown) => {
  console.error(reason)
  process.exit(1)
}

if (kind === 'poll') for (let viewer = 0; viewer < viewers; viewer++) poll(viewer).catch(fail)
else
  for (let viewer = 0; viewer < viewers; viewer += 100)
    await Promise.all(Array.from({ length: 100 }, (_, at) => listen(viewer + at)))
let writer = 0
const writing = setInterval(() => write(writer++ % 200).catch(fail), messageEveryMs)
await sleep(settleMs)
startedMs = Date.now()
took.length = 0
console.log('watching')
await sleep(seconds * 1000)
clearInterval(writing)
console.log('watched')
const figures = took.slice()
const lost = () => [...readers].filter(([sentMs, count]) => Number(sentMs) >= startedMs && count < viewers).length
for (let tries = 0; tries < 100 && lost() > 0; tries++) await sleep(100)
console.log(JSON.stringify({ p99Ms: p99(kind === 'events' ? took : figures), lost: lost() }))
process.exit()
