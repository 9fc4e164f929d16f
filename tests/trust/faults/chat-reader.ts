import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { streamLivestreamEvents } from '#features/live/livestreams/livestreams.contract.ts'

/** A viewer's event stream, which reconnects as browsers do. */
export interface ChatReader {
  /** The messages that have arrived, in order. */
  messages: string[]
  stop(): Promise<void>
}

const reconnectMs = 1000
/** As in the site's own reader (src/web/event-reader.ts): the server sends something every 15 seconds. */
const silenceMs = 45_000

export function readChat(siteUrl: string, livestreamId: number): ChatReader {
  const messages: string[] = []
  const stopping = new AbortController()
  let lastId = ''
  const url = siteUrl + streamLivestreamEvents.href({ id: livestreamId })
  const parser = () =>
    createParser({
      onEvent({ id, event, data }) {
        if (id) lastId = id
        const entry = JSON.parse(data) as { message?: string }
        if (event !== 'livestream' && entry.message !== undefined) messages.push(entry.message)
      },
    })

  async function read(): Promise<void> {
    const silence = new AbortController()
    const signal = AbortSignal.any([stopping.signal, silence.signal])
    const response = await fetch(url, { headers: lastId ? { 'last-event-id': lastId } : {}, signal })
    if (!response.ok) throw new Error(`The event stream returned status ${response.status}.`)
    const { feed } = parser()
    const decoder = new TextDecoder()
    let timer = setTimeout(() => silence.abort(), silenceMs)
    try {
      for await (const chunk of response.body!) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), silenceMs)
        feed(decoder.decode(chunk, { stream: true }))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function keepReading(): Promise<void> {
    while (!stopping.signal.aborted) {
      await read().catch(() => {})
      await sleep(reconnectMs)
    }
  }

  const reading = keepReading()
  return {
    messages,
    async stop() {
      stopping.abort()
      await reading
    },
  }
}
