import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { AnnouncedLivestream } from './announced-livestreams.contract.ts'
import type { Livestream, LivestreamChange } from './livestreams.contract.ts'

/** A livestream as stored. It contains the stream key, which responses must not include. */
export interface LivestreamRow extends Omit<
  Livestream,
  'createdAt' | 'startedAt' | 'scheduledAt' | 'muxPlaybackId' | 'playbackUrl'
> {
  createdAt: Date
  updatedAt: Date
  startedAt: Date | null
  scheduledAt: Date | null
  provider: string
  providerId: string
  playbackId: string
  isPlaybackPublic: boolean
  /** Both are null if the identity key that encrypted the stream key was lost. */
  sealedStreamKey: Buffer | null
  plainStreamKey: Buffer | null
}

const maxListed = 100

/** Lists public livestreams: active ones, then upcoming ones, then the newest. */
export const listLivestreams = (db: Db, nowMs: number): Promise<LivestreamRow[]> =>
  many<LivestreamRow>(db)`${livestreamsQuery(nowMs)}`

export const livestreamsQuery = (nowMs: number) =>
  listQuery(columns, [onAir(maxListed), upcoming(nowMs, maxListed), others(nowMs, maxListed)], maxListed)

/** Lists summaries of active and upcoming livestreams. */
export async function listAnnouncedLivestreams(db: Db, nowMs: number, limit: number): Promise<AnnouncedLivestream[]> {
  const rows = await many<AnnouncedRow>(db)`${announcedQuery(nowMs, limit)}`
  return rows.map(({ id, title, status, scheduledAt, user }) => ({
    id,
    title,
    status,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    user,
  }))
}

type AnnouncedRow = Omit<AnnouncedLivestream, 'scheduledAt'> & Pick<LivestreamRow, 'scheduledAt'>

export const announcedQuery = (nowMs: number, limit: number) =>
  listQuery(announcedColumns, [onAir(limit), upcoming(nowMs, limit)], limit)

type Sql = ReturnType<typeof sql>

const listQuery = (columns: Sql, parts: Sql[], limit: number) => sql`
  select ${columns} from (${sql.join(parts, sql` union all `)}) as s join members on members.id = s.member_id
  order by rank, case when rank = 2 then key else -key end nulls last, s.id desc limit ${sql.lit(limit)}`

const onAir = (limit: number) =>
  part(1, sql`started_at`, sql`status = 'active'`, sql`started_at desc nulls last, s.id desc`, limit)
const upcoming = (nowMs: number, limit: number) =>
  part(
    2,
    sql`scheduled_at`,
    sql`status <> 'active' and scheduled_at > ${new Date(nowMs)}`,
    sql`scheduled_at, s.id`,
    limit,
  )
const others = (nowMs: number, limit: number) =>
  part(
    3,
    sql`s.created_at`,
    sql`status <> 'active' and (scheduled_at is null or scheduled_at <= ${new Date(nowMs)})`,
    sql`s.created_at desc, s.id desc`,
    limit,
  )

// Each branch reads at most `limit` rows from its own index.
const part = (rank: number, key: Sql, where: Sql, order: Sql, limit: number) => sql`
  (select s.*, ${sql.lit(rank)} as rank, extract(epoch from ${key}) as key
    from all_livestreams s join members on members.id = s.member_id
    where is_public and ${where} order by ${order} limit ${sql.lit(limit)})`

/** Lists public livestreams that have not started, earliest first. */
export const listUpcoming = (db: Db, nowMs: number) => many<LivestreamRow>(db)`
  select ${columns} ${tables} where is_public and status <> 'active' and scheduled_at > ${new Date(nowMs)}
  order by scheduled_at, s.id limit ${sql.lit(maxListed)}`

/** Lists the member's livestreams, newest first. */
export const listLivestreamsOf = (db: Db, memberId: number) => many<LivestreamRow>(db)`${livestreamsOfQuery(memberId)}`

export const livestreamsOfQuery = (memberId: number) =>
  sql`select ${columns} ${tables} where s.member_id = ${memberId} order by s.id desc`

/** Finds a public or private livestream. */
export const findLivestream = (db: Db, id: number) =>
  one<LivestreamRow>(db)`select ${columns} ${tables} where s.id = ${id}`

/** @returns whether it still exists */
export async function changeLivestream(db: Db, id: number, change: LivestreamChange): Promise<boolean> {
  const { title, description, isPublic, scheduledAt } = change
  const changed = await run(db)`
    update livestreams set title = coalesce(${title ?? null}::text, title),
      description = coalesce(${description ?? null}::text, description),
      is_public = coalesce(${isPublic ?? null}::boolean, is_public),
      scheduled_at = case when ${scheduledAt !== undefined}::boolean then ${scheduledAt ?? null}::timestamptz
        else scheduled_at end,
      updated_at = now()
    where id = ${id}`
  return changed > 0
}

const author = sql`json_build_object('id', members.id, 'username', username, 'displayName', display_name,
  'profileImage', profile_image, 'title', members.title) as user`
const announcedColumns = sql`s.id, s.title, status, scheduled_at as "scheduledAt", ${author}`
const columns = sql`${announcedColumns}, s.description, is_public as "isPublic", is_interrupted as "isInterrupted",
  s.created_at as "createdAt", s.updated_at as "updatedAt", started_at as "startedAt",
  livestream_viewers(s.id) as viewers, max_viewers as "maxViewers", provider, provider_id as "providerId", playback_id as "playbackId",
  is_playback_public as "isPlaybackPublic", convert_to(stream_key, 'UTF8') as "plainStreamKey",
  sealed_stream_key as "sealedStreamKey"`
const tables = sql`from all_livestreams s join members on members.id = s.member_id`

export async function countActiveLivestreams(db: Db): Promise<number> {
  const row = await one<{ count: number }>(db)`select count(*)::int from all_livestreams where status = 'active'`
  return row?.count ?? 0
}
