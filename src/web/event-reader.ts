import { createParser } from 'eventsource-parser'
import { accessToken } from './session.ts'

/** An event in a `text/event-stream` response. `name` defaults to 'message'. */
export interface ServerEvent {
  id: string | null
  name: string
  data: string
}

const tokenPatienceMs = 3000
/** The server sends something every 15 seconds, so a connection that has been silent for this long is dead. */
const silenceMs = 45_000

/** Yields events until the connection ends. Sends the member's token, unlike EventSource, which cannot send headers and
 *  gives up after an error response. Each value contains the events that arrived together; the first is empty and
 *  signals that the stream is open. @throws TypeError if the connection fails, or an Error with the status */
export async function* readEvents(
  path: string,
  lastId: string | null,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent[], void> {
  const token = await accessToken(tokenPatienceMs)
  const headers = {
    accept: 'text/event-stream',
    ...(lastId !== null && { 'last-event-id': lastId }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(path, { headers, signal, cache: 'no-store' })
  if (!response.ok || !response.body) throw new Error(`${response.status}`)
  yield []
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  const events: ServerEvent[] = []
  const parser = createParser({
    onEvent: ({ id = null, event, data }) => void events.push({ id, name: event || 'message', data }),
  })
  try {
    for (;;) {
      const silence = setTimeout(cancel, silenceMs)
      const { value, done } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      parser.feed(value)
      yield events.splice(0)
    }
  } finally {
    cancel()
  }
}
