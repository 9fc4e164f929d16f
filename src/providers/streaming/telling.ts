import type { Log } from '#kernel/log.ts'
import type { BroadcastEvent } from './streaming.ts'

/** What happens before anybody listens is told to the first who does, but for recordings: those are kept in the database
 *  until they are told. */
export function createTelling(log: Log) {
  type Listener = (event: BroadcastEvent) => Promise<void>
  const listeners: Listener[] = []
  let untold: BroadcastEvent[] = []

  /** @returns whether all who listen have taken it; false when nobody listens yet */
  async function tell(event: BroadcastEvent): Promise<boolean> {
    if (listeners.length === 0 && event.type !== 'recorded') untold.push(event)
    let isTaken = listeners.length > 0
    for (const listener of listeners) {
      await listener(event).catch((err: unknown) => {
        isTaken = false
        log.error({ err, event }, 'streaming: what happened was not taken')
      })
    }
    return isTaken
  }
  async function listen(listener: Listener) {
    listeners.push(listener)
    const before = untold
    untold = []
    for (const event of before) await tell(event)
  }
  return { tell, listen }
}
