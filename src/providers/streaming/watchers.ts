import { randomBytes } from 'node:crypto'

/** Players fetch a playlist every few seconds. A player that has not fetched one for this long is no longer counted. */
const idleMs = 20_000
/** Upper bound, because anyone can invent player ids. */
const maxWatchers = 20_000

/** The query parameter in playlist URLs that identifies the player. */
export const watcherParameter = 'watcher'
export const newWatcher = (): string => randomBytes(9).toString('base64url')
const isWatcher = (text: string | null): text is string => text !== null && /^[\w-]{12}$/.test(text)

/** Counts a broadcast's players by the playlists that they fetch. */
export function createWatchers(now: () => number) {
  /** When each player was last seen, least recent first. */
  const seenAt = new Map<string, number>()

  function forgetIdle() {
    for (const [watcher, atMs] of seenAt) {
      if (now() - atMs < idleMs) return
      seenAt.delete(watcher)
    }
  }

  return {
    note(watcher: string | null) {
      if (!isWatcher(watcher)) return
      seenAt.delete(watcher)
      forgetIdle()
      if (seenAt.size < maxWatchers) seenAt.set(watcher, now())
    },
    count(): number {
      forgetIdle()
      return seenAt.size
    },
  }
}
