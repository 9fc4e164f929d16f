import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { EventLine, EventStream } from '#kernel/event-stream.ts'

/** What may wait for a reader that does not take it. Who comes late to a chat of long messages is given half of that. */
const maxWaitingBytes = 4 * 1024 * 1024

const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Sends the events as they come. Written to the connection itself, which ends with them: thousands read the same bytes at
 *  once, and a stream of its own for each of them, or even the framing of chunks, costs more than all else. Without a
 *  connection, as for HEAD, there is nothing but the headers. */
export function answerWithEvents(
  stream: EventStream,
  outgoing: ServerResponse | null,
  headers: Record<string, string>,
): Response {
  const connection = outgoing?.socket
  if (!connection || connection.destroyed) {
    stream.begin({ send() {}, end() {} })()
    return new Response(null, { headers: own })
  }
  outgoing.removeHeader('transfer-encoding')
  outgoing.writeHead(200, { ...headers, ...own, connection: 'close' })
  outgoing.flushHeaders()
  connection.once('close', stream.begin(lineOf(connection)))
  return RESPONSE_ALREADY_SENT
}

const lineOf = (connection: Socket): EventLine => ({
  send(...events) {
    if (!connection.writable) return
    connection.cork()
    for (const some of events) connection.write(some)
    connection.uncork()
    if (connection.writableLength > maxWaitingBytes) connection.destroy()
  },
  end: () => connection.destroySoon(),
})
