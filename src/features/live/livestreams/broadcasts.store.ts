import { type Db, inTransaction, many, one, run, sql } from '#kernel/db.ts'
import { AppError, suspended } from '#kernel/errors.ts'
import { type LivestreamInput, maxLivestreams, tooManyLivestreams } from './livestreams.contract.ts'
import { findLivestream, type LivestreamRow } from './livestreams.store.ts'
import { cutStream, removeStream } from './livestreams.jobs.ts'

interface NewBroadcast {
  provider: string
  providerId: string
  playbackId: string
  sealedStreamKey: Buffer
}
/** Identifies a stream at its provider. */
type ProviderStream = Pick<NewBroadcast, 'provider' | 'providerId'>

/** @throws AppError conflict if the member already has the maximum number of livestreams */
export async function ensureBelowLimit(db: Db, memberId: number): Promise<void> {
  const row = await one<{ count: number }>(db)`select count(*) from all_livestreams where member_id = ${memberId}`
  if ((row?.count ?? 0) >= maxLivestreams) throw new AppError('conflict', tooManyLivestreams())
}

/** Saves a livestream that the provider has created. @throws AppError suspended if the member no longer exists,
 *  conflict if they have too many livestreams */
export const insertLivestream = (
  db: Db,
  memberId: number,
  { title, description, isPublic, scheduledAt }: LivestreamInput,
  { provider, providerId, playbackId, sealedStreamKey }: NewBroadcast,
): Promise<LivestreamRow> =>
  inTransaction(db, async (db) => {
    if (!(await one(db)`select from members where id = ${memberId} for no key update`)) throw suspended()
    await ensureBelowLimit(db, memberId)
    const row = await one<{ id: number }>(db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, sealed_stream_key, title, description,
        is_public, is_playback_public, scheduled_at)
      values (${memberId}, ${provider}, ${providerId}, ${playbackId}, ${sealedStreamKey}, ${title}, ${description},
        ${isPublic}, ${isPublic}, ${scheduledAt})
      returning id`
    return (await findLivestream(db, row!.id))!
  })

const lockSeconds = 60

/** Locks the livestream against other changes at its provider. The lock expires, in case the process dies. @returns
 *  whether it was locked; null if there is no such livestream */
export async function lockLivestream(db: Db, id: number): Promise<boolean | null> {
  const row = await one<{ isLocked: boolean }>(db)`
    with locked as (
      update all_livestreams set held_until = clock_timestamp() + ${sql.lit(lockSeconds)} * interval '1 second'
      where id = ${id} and coalesce(held_until <= clock_timestamp(), true) returning 1)
    select exists (select from locked) as "isLocked" from all_livestreams where id = ${id}`
  return row && row.isLocked
}

export const unlockLivestream = (db: Db, id: number) =>
  run(db)`update all_livestreams set held_until = null where id = ${id}`

/** Does nothing if an encoder has already connected and the broadcast is active. */
export const saveEnabled = (db: Db, id: number, at: Date) => run(db)`
  update all_livestreams set status = 'idle', is_interrupted = false, state_at = ${at}
  where id = ${id} and status not in ('idle', 'active')`

/** Earlier events no longer apply. */
export const saveDisabled = (db: Db, id: number, at: Date) => run(db)`
  update all_livestreams set status = 'offline', is_interrupted = false, state_at = ${at},
    ended_at = case status when 'active' then ${at}::timestamptz else ended_at end
  where id = ${id}`

export const saveKey = (db: Db, id: number, sealedStreamKey: Buffer) =>
  run(db)`update all_livestreams set sealed_stream_key = ${sealedStreamKey}, stream_key = null where id = ${id}`

export const savePlayback = (db: Db, id: number, { playbackId, isPublic }: Playback) => run(db)`
  update all_livestreams set playback_id = ${playbackId}, is_playback_public = ${isPublic} where id = ${id}`
interface Playback {
  playbackId: string
  /** Whether players can play the stream without a signed URL. */
  isPublic: boolean
}

export const deleteLivestreamRow = (db: Db, id: number) => run(db)`delete from all_livestreams where id = ${id}`

/** Saves a status from the provider. Ignores late events and events for unknown livestreams. A disabled livestream
 *  becomes idle only if the status is certain. @returns the number of changed livestreams */
export const saveStatus = (
  db: Db,
  { provider, providerId }: ProviderStream,
  { status, at, isCertain }: StatusChange,
) => run(db)`
  update all_livestreams set status = ${status}, is_interrupted = false, state_at = ${at},
    started_at = case when ${status}::text = 'active' and status <> 'active' then ${at}::timestamptz else started_at end,
    ended_at = case when ${status}::text = 'active' then null when status = 'active' then ${at}::timestamptz else ended_at end
  where provider = ${provider} and provider_id = ${providerId} and state_at <= ${at}
    and (${isCertain}::boolean or ${status}::text <> 'idle' or status <> 'offline')`
interface StatusChange {
  status: string
  at: Date
  /** Whether the status was just fetched, rather than taken from an event. */
  isCertain: boolean
}

/** Like {@link saveStatus}, but for an encoder that has disconnected or reconnected during a broadcast. */
export const saveInterruption = (
  db: Db,
  { provider, providerId }: ProviderStream,
  isInterrupted: boolean,
  at: Date,
) => run(db)`
  update all_livestreams set is_interrupted = ${isInterrupted}, state_at = ${at}
  where provider = ${provider} and provider_id = ${providerId} and state_at <= ${at} and status = 'active'`

/** Saves the current number of players. @returns 1 if it changed, otherwise 0 */
export async function saveWatchers(
  db: Db,
  { provider, providerId }: ProviderStream,
  watchers: number,
): Promise<number> {
  const row = await one<{ isNew: boolean }>(db)`
    with before as (
      select id, watchers from all_livestreams where provider = ${provider} and provider_id = ${providerId}
      for no key update)
    update all_livestreams s set watchers = ${watchers}::int, watchers_at = now(),
      max_viewers = greatest(max_viewers, ${watchers}::int)
    from before where s.id = before.id returning s.watchers <> before.watchers as "isNew"`
  return Number(row?.isNew ?? false)
}

/** Raises `max_viewers` to the number of people who wrote in the chat within the last ten minutes. */
export const raiseMaxViewers = (db: Db, id: number) => run(db)`
  update all_livestreams set max_viewers = viewers from (select chat_viewers(${id}) as viewers) as counted
  where id = ${id} and max_viewers < viewers`

/** Lists livestreams whose status may be outdated: active ones, and those that have changed recently. */
export const listUnconfirmed = (db: Db, nowMs: number) =>
  many<ProviderStream & { status: string }>(db)`${unconfirmedQuery(nowMs)}`

export const unconfirmedQuery = (nowMs: number) => sql`
  select provider, provider_id as "providerId", status from all_livestreams
  where status = 'active' or state_at > ${new Date(nowMs - unconfirmedMs)} order by id`
const unconfirmedMs = 300_000

/** Deletes the member's livestreams and queues jobs that delete them at the provider. */
export const removeLivestreamsOf = (db: Db, memberId: number) => run(db)`
  with gone as (delete from all_livestreams where member_id = ${memberId} returning provider, provider_id)
  select from gone, ${removeStream.inSql({
    payload: sql`json_build_object('provider', provider, 'providerId', provider_id)`,
  })}`

/** Queues jobs that disconnect the encoders of a member who is being suspended or may no longer publish. */
export const stopLivestreamsOf = (db: Db, memberId: number) => run(db)`
  select from all_livestreams, ${cutStream.inSql({ payload: sql`json_build_object('id', id)` })}
  where member_id = ${memberId}`

/** Returns null unless the member is suspended or may not publish. */
export const findLivestreamToStop = (db: Db, id: number) => one<ProviderStream>(db)`
  select provider, provider_id as "providerId" from all_livestreams
  where id = ${id} and not exists (select from members where members.id = member_id and role <> 'reader')`

interface PastBroadcast {
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  maxViewers: number
}

/** Sets dates in the past, for the demo. */
export const backdateLivestream = (
  db: Db,
  id: number,
  { createdAt, startedAt, endedAt, maxViewers }: PastBroadcast,
) => run(db)`
  update all_livestreams set created_at = ${createdAt}, updated_at = ${createdAt}, started_at = ${startedAt},
    ended_at = ${endedAt}, max_viewers = ${maxViewers} where id = ${id}`
