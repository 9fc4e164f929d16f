import { LRUCache } from 'lru-cache'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { findLiveSession, type LiveSession, markPresented } from './sessions.store.ts'

const dayMs = 86_400_000
/** Sessions end if they are not refreshed within `idleMs`, and always after `absoluteMs`. */
export const sessionLimits = { idleMs: 30 * dayMs, absoluteMs: 180 * dayMs }

// The maximum time until this process notices that another process has ended a session.
const recheckMs = 1000

export interface LiveSessions {
  /** Returns the session and its user, who may be banned; null if either no longer exists, or if the session belongs to
   *  another user. */
  find(claims: { sessionId: string | null; subject: string; issuedAt: number }): Promise<LiveSession | null>
  /** Must be called after every change to sessions or users, so that it takes effect immediately in this process. */
  forget(): void
}

/** Creates a lookup of current sessions, cached for up to a second. */
export function createLiveSessions(db: Db, clock: Clock): LiveSessions {
  const seen = new LRUCache<string, { session: LiveSession; readAtMs: number }>({ max: 10_000 })
  let epoch = 0

  async function read(id: string, issuedAt: number): Promise<LiveSession | null> {
    const [asked, nowMs] = [epoch, clock.now()]
    const { idleMs, absoluteMs } = sessionLimits
    const session = await findLiveSession(
      db,
      id,
      new Date(nowMs),
      new Date(nowMs - idleMs),
      new Date(nowMs - absoluteMs),
    )
    if (!session) return null
    const isNewest = issuedAt >= Math.floor(session.refreshedAt.getTime() / 1000)
    if (isNewest && !session.newestPresented) await markPresented(db, id)
    if (asked === epoch) seen.set(id, { session, readAtMs: nowMs })
    return session
  }

  return {
    async find({ sessionId, subject, issuedAt }) {
      if (!sessionId) return null
      const known = seen.get(sessionId)
      const isFresh = known && Math.abs(clock.now() - known.readAtMs) < recheckMs
      const session = isFresh ? known.session : await read(sessionId, issuedAt)
      return session?.userId === subject ? session : null
    },
    forget() {
      epoch++
      seen.clear()
    },
  }
}
