import { readEvents, type ServerEvent } from '#web/event-reader.ts'
import { streamLivestreamEvents } from './livestreams.contract.ts'

/** What is told of a livestream, as it came: entries of its chat, and what it does. */
interface LivestreamListener {
  onTold: (isTold: boolean) => void
  onEntry?: (data: unknown) => void
  onChange?: (data: unknown) => void
}
interface Followed {
  listeners: Set<LivestreamListener>
  isTold: boolean
  leave: () => void
}

/** From the end of a connection to the next attempt, doubled with each that fails. */
const [firstWaitMs, longestWaitMs] = [1000, 60_000]

const followed = new Map<number, Followed>()

/** Follows what the server tells of the livestream, over one connection for all who do. Where it does not tell, or not any
 *  more, it is asked to from time to time. @returns how to stop it */
export function followLivestream(id: number, listener: LivestreamListener): () => void {
  const one = followed.get(id) ?? begin(id)
  one.listeners.add(listener)
  if (one.isTold) listener.onTold(true)
  return () => {
    one.listeners.delete(listener)
    if (one.listeners.size > 0) return
    one.leave()
    followed.delete(id)
  }
}

function begin(id: number): Followed {
  const leaving = new AbortController()
  const one = { listeners: new Set<LivestreamListener>(), isTold: false, leave: () => leaving.abort() }
  followed.set(id, one)
  void keepFollowing(id, one, leaving.signal)
  return one
}

async function keepFollowing(id: number, one: Followed, signal: AbortSignal): Promise<void> {
  const seen = { lastId: null as string | null }
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const events of readEvents(streamLivestreamEvents.href({ id }), seen.lastId, signal)) {
        failures = 0
        setTold(one, true)
        for (const event of events) pass(event, one, seen)
      }
    } catch {
      // Its listeners ask for themselves meanwhile.
    }
    setTold(one, false)
    await waiting(Math.min(longestWaitMs, firstWaitMs * 2 ** failures), signal)
  }
}

function pass({ id, name, data }: ServerEvent, { listeners }: Followed, seen: { lastId: string | null }): void {
  if (data === '') return
  seen.lastId = id ?? seen.lastId // first: what cannot be understood is not asked for again
  const told: unknown = JSON.parse(data)
  for (const { onEntry, onChange } of listeners) (name === 'livestream' ? onChange : onEntry)?.(told)
}

function setTold(one: Followed, isTold: boolean): void {
  if (one.isTold === isTold) return
  one.isTold = isTold
  for (const { onTold } of one.listeners) onTold(isTold)
}

/** Half of the time to all of it: thousands who were sent away together do not come back together. None once nobody
 *  listens. */
async function waiting(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, (ms * (1 + Math.random())) / 2)
  signal.addEventListener('abort', end)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}
