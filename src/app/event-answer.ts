import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { EventLine, EventStream } from '#kernel/event-stream.ts'
import { traceEventStream } from '#kernel/trace.ts'

/** The maximum buffer for a slow reader. Joining a chat with long messages takes half of it. */
const maxWaitingBytes = 4 * 1024 * 1024

const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Sends events as they arrive. Writes directly to the socket and closes it at the end: thousands of readers get the
 *  same bytes, and a stream for each, or even chunked framing, would dominate the cost. Without a socket, as for HEAD,
 *  sends only headers. */
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
  traceEventStream()
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
