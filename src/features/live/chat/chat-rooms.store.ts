import { type Db, one, run } from '#kernel/db.ts'
import { type ChatRoom, type ChatRoomChange, isChatOpen } from './chat.contract.ts'

/** A chat with the fields that determine who may see it. */
export interface RoomRow extends ChatRoom {
  isPublic: boolean
}

/** Returns null if there is no such livestream. */
export async function findRoom(db: Db, livestreamId: number): Promise<RoomRow | null> {
  const row = await one<Stored>(db)`
    select s.member_id as "broadcasterId", s.is_public as "isPublic", s.status, s.is_interrupted as "isInterrupted",
      s.started_at as "startedAt", s.ended_at as "endedAt", livestream_viewers(s.id) as viewers, s.max_viewers as "maxViewers",
      r.openness, r.slow_mode_seconds as "slowModeSeconds"
    from livestreams s join chat_rooms r on r.livestream_id = s.id where s.id = ${livestreamId}`
  if (!row) return null
  const [startedAt, endedAt] = [row.startedAt?.toISOString() ?? null, row.endedAt?.toISOString() ?? null]
  return { ...row, startedAt, endedAt, isOpen: isChatOpen({ ...row, endedAt }) }
}

type Stored = Omit<RoomRow, 'startedAt' | 'endedAt' | 'isOpen'> & { startedAt: Date | null; endedAt: Date | null }

export const changeRoom = (db: Db, livestreamId: number, { openness, slowModeSeconds }: ChatRoomChange) => run(db)`
  update chat_rooms set openness = coalesce(${openness ?? null}::text, openness),
    slow_mode_seconds = coalesce(${slowModeSeconds ?? null}::int, slow_mode_seconds)
  where livestream_id = ${livestreamId}`
