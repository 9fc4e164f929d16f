import { readEvents, type ServerEvent } from '#web/event-reader.ts'
import { streamLivestreamEvents } from './livestreams.contract.ts'

/** What is told of a livestream, as it came: entries of its chat, and what it does. */
interface LivestreamListener {
  onConnected: (isConnected: boolean) => void
  onEntry?: (data: unknown) => void
  onChange?: (data: unknown) => void
}
interface Connection {
  listeners: Set<LivestreamListener>
  isConnected: boolean
  close: () => void
}

/** From the end of a connection to the next attempt, doubled with each that fails. */
const [minRetryMs, maxRetryMs] = [1000, 60_000]

const connections = new Map<number, Connection>()

/** Follows what the server tells of the livestream, over one connection for all who do. Where it does not tell, or not any
 *  more, it is asked to from time to time. @returns how to stop it */
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
      // Its listeners ask for themselves meanwhile.
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
  position.lastId = id ?? position.lastId // first: what cannot be understood is not asked for again
  const parsed: unknown = JSON.parse(data)
  for (const { onEntry, onChange } of listeners) (name === 'livestream' ? onChange : onEntry)?.(parsed)
}

function setConnected(one: Connection, isConnected: boolean): void {
  if (one.isConnected === isConnected) return
  one.isConnected = isConnected
  for (const { onConnected } of one.listeners) onConnected(isConnected)
}

/** Half of the time to all of it: thousands who were sent away together do not come back together. None once nobody
 *  listens. */
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
