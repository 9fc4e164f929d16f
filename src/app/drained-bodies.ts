import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** The maximum number of body bytes to read after the response. */
const maxDrainedBytes = 64 * 1024 * 1024
const maxDrainMs = 30_000
/** A client that sends nothing for this long has read the response or never will. */
const maxIdleMs = 2000

/** A response, such as a 413 based on Content-Length, may be sent before the request body has arrived. Clients that
 *  send the whole body before they read would get a connection reset and lose the response. Therefore, the response is
 *  sent immediately, but the response and the connection end only after the rest of the body has been read and
 *  discarded, within limits. */
export const withDrainedBodies =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding !== undefined || Number(length ?? 0) > 0) endAfterBody(request, response)
    return listener(request, response)
  }

function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = (...given: unknown[]) => {
    const chunk = given[0] instanceof Uint8Array || typeof given[0] === 'string' ? given[0] : null
    const callback = given.find((one) => typeof one === 'function')
    const onEnd = () => void callback?.()
    if (request.complete || request.destroyed || response.destroyed) return chunk ? end(chunk, onEnd) : end(onEnd)
    sendNow(response, chunk)
    drain(request, () => end(onEnd))
    return response
  }
}

/** Sends the headers and the chunk without ending the response. */
function sendNow(response: ServerResponse, chunk: Uint8Array | string | null): void {
  if (!response.headersSent && !response.hasHeader('content-length'))
    response.setHeader('content-length', chunk ? Buffer.byteLength(chunk) : 0)
  if (chunk && response.req.method !== 'HEAD') response.write(chunk)
  else response.flushHeaders()
}

/** Reads and discards the rest of the body. Existing data listeners no longer receive any of it. */
function drain(request: IncomingMessage, onDrained: () => void): void {
  let left = maxDrainedBytes
  const timer = setTimeout(finish, maxDrainMs)
  const idleTimer = setTimeout(finish, maxIdleMs)
  let isFinished = false
  function finish() {
    if (isFinished) return
    isFinished = true
    clearTimeout(timer)
    clearTimeout(idleTimer)
    onDrained()
  }
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    idleTimer.refresh()
    if (left < 0) finish()
  })
  for (const event of ['end', 'error', 'close']) request.once(event, finish)
  request.resume()
}
