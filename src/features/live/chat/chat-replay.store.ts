import { type Db, many, one, sql } from '#kernel/db.ts'
import { type ChatReplay, type ReplayedMessage, stretchOf, stretchSeconds } from './chat-replay.contract.ts'
import { isShown, type MessageRow, messageColumns, toMessage } from './chat.store.ts'

interface RecordedChat {
  livestreamId: number
  broadcasterId: number
  isPublic: boolean
  startedAt: Date
}

/** Finds a recording's chat, with the fields that determine who may see it. */
export const findRecordedChat = (db: Db, livestreamId: number, recordingId: number) =>
  one<RecordedChat>(db)`
    select s.id as "livestreamId", s.member_id as "broadcasterId", s.is_public as "isPublic", r.started_at as "startedAt"
    from livestream_recordings r join livestreams s on s.id = r.livestream_id
    where r.id = ${recordingId} and s.id = ${livestreamId}`

export const maxReplayed = 1000

/** Lists messages from the given second of a recording: up to the end of the time range, or as many as fit in one
 *  response. */
export async function listReplay(db: Db, chat: RecordedChat, from: number): Promise<ChatReplay> {
  const end = stretchOf(from) + stretchSeconds
  const rows = await many<MessageRow>(db)`${replayQuery(chat, from, end)}`
  const messages = rows.map((row) => toReplayed(row, chat.startedAt))
  const next = messages[maxReplayed]
  if (!next) return { until: end, messages }
  const until = Math.max(from + 1, Math.floor(next.at))
  return { until, messages: messages.slice(0, maxReplayed).filter(({ at }) => at < until) }
}

const toReplayed = (row: MessageRow, startedAt: Date): ReplayedMessage => ({
  ...toMessage(row),
  at: (row.timestamp.getTime() - startedAt.getTime()) / 1000,
})

/** Excludes deleted messages. */
export function replayQuery(
  { livestreamId, broadcasterId, startedAt }: Omit<RecordedChat, 'isPublic'>,
  from: number,
  end: number,
) {
  const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
  return sql`
    select ${messageColumns}, coalesce(m.member_id = ${broadcasterId}, false) as "isBroadcaster"
    from chat_messages m left join members on members.id = m.member_id
    where livestream_id = ${livestreamId} and deleted_ids is null and m.created_at >= ${at(from)}
      and m.created_at < ${at(end)} and ${isShown}
    order by m.created_at, m.id limit ${sql.lit(maxReplayed + 1)}`
}
