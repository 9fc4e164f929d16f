import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChatEntries, postChatMessage } from '#features/live/chat/chat.contract.ts'
import { streamLivestreamEvents } from '#features/live/livestreams/livestreams.contract.ts'
import { p99 } from './row.ts'

// Simulates the viewers of one chat in a separate process, while ten messages per second are posted, each with the time
// it was sent: `chat-viewers.ts poll|events URL LIVESTREAM VIEWERS SECONDS`. Prints 'connected' before the first
// message, 'started' and 'finished' around the measured period, and then the result as JSON: the 99th percentile of
// response times (poll) or of the time from sending a message until the last viewer receives it (events), and how many
// messages did not reach every viewer.

const [kind, url = '', ...numbers] = process.argv.slice(2)
const [livestreamId = 0, viewers = 0, seconds = 0] = numbers.map(Number)
const [pollMs, messageEveryMs, settleMs] = [2000, 100, 5000]
const { hostname, port } = new URL(url)
const agent = new http.Agent({ keepAlive: true, maxSockets: 500 })
const durations: number[] = []

/** A distinct address for each viewer, as a proxy would report it. */
const addressOf = (viewer: number) => `10.0.${viewer >> 8}.${viewer & 255}`

function send(method: string, target: string, viewer: number, body?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { 'x-forwarded-for': addressOf(viewer), 'content-type': 'application/json' }
  const request = http.request(url + target, { method, agent, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => (response.statusCode! < 300 ? resolve(text) : reject(new Error(text))))
  })
  // Retries as browsers do: the server may have just closed a kept-alive connection.
  request.on('error', (reason) => (request.reusedSocket ? resolve(send(method, target, viewer, body)) : reject(reason)))
  request.end(body)
  return promise
}

const postMessage = (viewer: number) =>
  send(
    'POST',
    postChatMessage.href({ id: livestreamId }),
    viewer,
    JSON.stringify({ message: `sent ${Date.now()}`, username: `V${viewer}` }),
  )

async function poll(viewer: number): Promise<void> {
  await sleep(Math.random() * pollMs)
  for (let last = 0; ;) {
    const query = last > 0 ? `?after=${last}` : ''
    const sentMs = performance.now()
    const text = await send('GET', listChatEntries.href({ id: livestreamId }) + query, viewer)
    durations.push(performance.now() - sentMs)
    for (const [, id] of text.matchAll(/"id":(\d+),"username"/g)) last = Math.max(last, Number(id))
    await sleep(pollMs)
  }
}

let startedMs = Infinity
const receivers = new Map<string, number>()

/** Counts the messages in one viewer's event stream. */
function receive(text: string): void {
  for (const [, sentMs] of text.matchAll(/"message":"sent (\d+)"/g)) {
    const count = (receivers.get(sentMs!) ?? 0) + 1
    receivers.set(sentMs!, count)
    if (count === viewers && Number(sentMs) >= startedMs) durations.push(Date.now() - Number(sentMs))
  }
}

/** Opens an event stream over a raw socket, so that this process does not become the bottleneck. */
function listen(viewer: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let rest = ''
  const callback = (length: number, buffer: Uint8Array) => {
    const text = rest + Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
    rest = text.endsWith('\n') ? '' : text
    if (rest) return true
    if (!text.startsWith('HTTP/1.1 ')) receive(text)
    else if (text.startsWith('200', 9)) resolve()
    else reject(new Error(text))
    return true
  }
  const socket = net.connect({ host: hostname, port: Number(port), onread: { buffer: shared, callback } })
  socket.on('error', reject).on('close', () => reject(new Error('The server closed a viewer’s connection.')))
  const target = streamLivestreamEvents.href({ id: livestreamId })
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
    await Promise.all(Array.from({ length: 100 }, (_, index) => listen(viewer + index)))
console.log('connected')
let sender = 0
const sending = setInterval(() => postMessage(sender++ % 200).catch(fail), messageEveryMs)
await sleep(settleMs)
startedMs = Date.now()
durations.length = 0
console.log('started')
await sleep(seconds * 1000)
clearInterval(sending)
console.log('finished')
const polled = durations.slice()
const countLost = () =>
  [...receivers].filter(([sentMs, count]) => Number(sentMs) >= startedMs && count < viewers).length
for (let tries = 0; tries < 100 && countLost() > 0; tries++) await sleep(100)
console.log(JSON.stringify({ p99Ms: p99(kind === 'events' ? durations : polled), lost: countLost() }))
process.exit()
