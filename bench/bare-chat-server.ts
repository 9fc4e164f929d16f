import http, { type ServerResponse } from 'node:http'
import type { ChatInput } from '#features/live/chat/chat.contract.ts'

// The baseline for the chat: a `node:http` server that keeps the latest messages in memory, sends each new message to
// all event streams, and returns messages after a given id to polling clients. It does nothing else.

const maxMessages = 100
const messages: { id: number; json: string }[] = []
const streams = new Set<ServerResponse>()
let nextId = 1

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
  if (request.method === 'POST') {
    post(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.end()
  } else if (pathname.endsWith('/events')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.add(response)
    response.on('close', () => streams.delete(response))
  } else {
    const after = Number(searchParams.get('after') ?? 0)
    const found = messages.filter(({ id }) => id > after).map(({ json }) => json)
    response.writeHead(200, { 'content-type': 'application/json' }).end(`[${found.join(',')}]`)
  }
})

function post({ message, username }: ChatInput): void {
  const id = nextId++
  const json = JSON.stringify({ id, username, message, timestamp: new Date(), user: null, isBroadcaster: false })
  messages.push({ id, json })
  if (messages.length > maxMessages) messages.shift()
  for (const stream of streams) stream.write(`data: ${json}\n\n`)
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
