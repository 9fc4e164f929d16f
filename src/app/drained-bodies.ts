import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** What is read of a body after the answer to it, at most. */
const maxDrainedBytes = 64 * 1024 * 1024
const maxDrainMs = 30_000
/** A client that sends nothing for this long has seen the answer, or never will. */
const maxIdleMs = 2000

/** Answers may be sent before a body has arrived, such as 413 by its length alone. Clients that send to the end before they
 *  read would find the connection reset, and the answer lost. So the answer is sent at once, but it and its connection end
 *  only after the rest of the body has been read and dropped, within limits. */
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

/** Sends everything but the end. */
function sendNow(response: ServerResponse, chunk: Uint8Array | string | null): void {
  if (!response.headersSent && !response.hasHeader('content-length'))
    response.setHeader('content-length', chunk ? Buffer.byteLength(chunk) : 0)
  if (chunk && response.req.method !== 'HEAD') response.write(chunk)
  else response.flushHeaders()
}

/** Reads the rest of the body. Whoever was reading it until now gets no more of it. */
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
