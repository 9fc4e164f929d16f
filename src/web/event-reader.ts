import { createParser } from 'eventsource-parser'
import { accessToken } from './session.ts'

/** An event of text/event-stream. `name`: 'message' where it has none. */
export interface ServerEvent {
  id: string | null
  name: string
  data: string
}

const tokenPatienceMs = 3000
/** The server says something every 15 seconds: such a silence is a connection that has died. */
const silenceMs = 45_000

/** Reads events as they come until the connection ends, as the member who is signed in here: EventSource says neither who
 *  asks nor, once refused, ever asks again. Each piece holds the events that came together; the first is empty, and says
 *  that the server tells. @throws TypeError, or an Error with the status, when it does not */
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
