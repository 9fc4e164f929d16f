import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send one request at a time. See docs/decisions/126-slow-clients.md. */
const maxInProgress = 4

/** Closes connections with too many requests in progress: Node.js reads more than a thousand small requests at a
 *  time, and their responses would wait in memory for a client that reads slowly or not at all. */
export function withLimitedPipelining(listener: RequestListener): RequestListener {
  const inProgress = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (inProgress.get(socket) ?? 0) + 1
    if (count > maxInProgress) {
      stopParsing(socket)
      return void socket.destroy()
    }
    inProgress.set(socket, count)
    response.once('close', () => inProgress.set(socket, inProgress.get(socket)! - 1))
    return listener(request, response)
  }
}

/** Node.js would create a request and a response for everything that it has read from the connection, even though the
 *  connection is closed: gigabytes, if a thousand clients do this. It has no public API for this. A return value of 2
 *  stops its parser, as after an upgrade to another protocol. */
function stopParsing(socket: Socket): void {
  if ('parser' in socket && typeof socket.parser === 'object' && socket.parser !== null)
    Object.assign(socket.parser, { onIncoming: () => 2 })
}
