import { readEvents, type ServerEvent } from '#web/event-reader.ts'
import type { ChatEntry, ChatRoom } from '#features/live/chat/chat.contract.ts'
import { streamLivestreamEvents } from './livestreams.contract.ts'

/** Receives the server's events: chat entries and livestream states. */
interface LivestreamListener {
  onConnected: (isConnected: boolean) => void
  onEntry?: (entry: ChatEntry) => void
  onChange?: (room: ChatRoom) => void
}
interface Connection {
  listeners: Set<LivestreamListener>
  isConnected: boolean
  close: () => void
}

/** Delay before reconnecting, doubled after each failure. */
const [minRetryMs, maxRetryMs] = [1000, 60_000]

const connections = new Map<number, Connection>()

/** Subscribes to the server's events for a livestream, over one connection for all subscribers. Reconnects when it
 *  fails. @returns a function to unsubscribe */
export function followLivestream(id: number, listener: LivestreamListener): () => void {
  const one = connections.get(id) ?? connect(id)
  one.listeners.add(listener)
  if (one.isConnected) listener.onConnected(true)
  return () => {
    one.listeners.delete(listener)
    if (one.listeners.size > 0) return
    one.close()
    connections.delete(id)
  }
}

function connect(id: number): Connection {
  const closing = new AbortController()
  const one = { listeners: new Set<LivestreamListener>(), isConnected: false, close: () => closing.abort() }
  connections.set(id, one)
  void keepConnected(id, one, closing.signal)
  return one
}

async function keepConnected(id: number, one: Connection, signal: AbortSignal): Promise<void> {
  const position = { lastId: null as string | null }
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const events of readEvents(streamLivestreamEvents.href({ id }), position.lastId, signal)) {
        failures = 0
        setConnected(one, true)
        for (const event of events) dispatch(event, one, position)
      }
    } catch {
      // Listeners poll in the meantime.
    }
    setConnected(one, false)
    await backOff(Math.min(maxRetryMs, minRetryMs * 2 ** failures), signal)
  }
}

function dispatch(
  { id, name, data }: ServerEvent,
  { listeners }: Connection,
  position: { lastId: string | null },
): void {
  if (data === '') return
  position.lastId = id ?? position.lastId // set first, so that an invalid event is not requested again
  if (name === 'livestream') {
    const room: ChatRoom = JSON.parse(data)
    for (const { onChange } of listeners) onChange?.(room)
  } else {
    const entry: ChatEntry = JSON.parse(data)
    for (const { onEntry } of listeners) onEntry?.(entry)
  }
}

function setConnected(one: Connection, isConnected: boolean): void {
  if (one.isConnected === isConnected) return
  one.isConnected = isConnected
  for (const { onConnected } of one.listeners) onConnected(isConnected)
}

/** Waits for 50–100% of the delay, so that thousands of clients do not reconnect at once. Ends early if no one
 *  is listening. */
async function backOff(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, (ms * (1 + Math.random())) / 2)
  signal.addEventListener('abort', end)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}
