import type { Log } from '#kernel/log.ts'
import type { BroadcastEvent } from './streaming.ts'

/** Delivers events to listeners. Events that occur before the first listener is added are queued for it, except
 *  recordings, which remain in the database until they are announced. */
export function createEventEmitter(log: Log) {
  type Listener = (event: BroadcastEvent) => Promise<void>
  const listeners: Listener[] = []
  let pending: BroadcastEvent[] = []

  /** @returns whether all listeners have accepted the event; false if there is no listener yet */
  async function emit(event: BroadcastEvent): Promise<boolean> {
    if (listeners.length === 0 && event.type !== 'recorded') pending.push(event)
    let isDelivered = listeners.length > 0
    for (const listener of listeners) {
      await listener(event).catch((err: unknown) => {
        isDelivered = false
        log.error({ err, event }, 'streaming: a listener failed')
      })
    }
    return isDelivered
  }
  async function listen(listener: Listener) {
    listeners.push(listener)
    const missed = pending
    pending = []
    for (const event of missed) await emit(event)
  }
  return { emit, listen }
}
