import { randomBytes } from 'node:crypto'

/** A player fetches a playlist every few seconds; one that has not for so long is gone. */
const goneAfterMs = 20_000
/** Anyone can make up players, so no more are remembered. */
const maxWatchers = 20_000

/** Names the player in the addresses of its playlists. */
export const watcherParameter = 'watcher'
export const newWatcher = (): string => randomBytes(9).toString('base64url')
const isWatcher = (text: string | null): text is string => text !== null && /^[\w-]{12}$/.test(text)

/** Counts the players of one broadcast by the playlists that they fetch. */
export function createWatchers(now: () => number) {
  /** When each was last here, the longest ago first. */
  const seenAt = new Map<string, number>()

  function forgetGone() {
    for (const [watcher, atMs] of seenAt) {
      if (now() - atMs < goneAfterMs) return
      seenAt.delete(watcher)
    }
  }

  return {
    note(watcher: string | null) {
      if (!isWatcher(watcher)) return
      seenAt.delete(watcher)
      forgetGone()
      if (seenAt.size < maxWatchers) seenAt.set(watcher, now())
    },
    count(): number {
      forgetGone()
      return seenAt.size
    },
  }
}
