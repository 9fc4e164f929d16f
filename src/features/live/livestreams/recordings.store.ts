import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Recording } from './recordings.contract.ts'

/** A recording as stored. */
export interface RecordingRow extends Omit<Recording, 'startedAt' | 'playbackUrl'> {
  startedAt: Date
  provider: string
  recordingId: string
  isPlaybackPublic: boolean
}

interface NewRecording {
  recordingId: string
  startedAt: Date
  seconds: number
}

/** Saves a recording once, even if it is announced repeatedly. @returns 0 if the recording is already known or its
 *  livestream is unknown */
export const addRecording = (
  db: Db,
  { provider, providerId }: { provider: string; providerId: string },
  { recordingId, startedAt, seconds }: NewRecording,
) => run(db)`
  insert into livestream_recordings (livestream_id, recording_id, title, started_at, seconds)
  select id, ${recordingId}, title, ${startedAt}, ${seconds}::double precision from all_livestreams
  where provider = ${provider} and provider_id = ${providerId}
  on conflict (livestream_id, recording_id) do nothing`

const maxListed = 100

/** Lists the livestream's recordings, newest first. */
export const listRecordings = (db: Db, livestreamId: number) => many<RecordingRow>(db)`${recordingsQuery(livestreamId)}`

export const recordingsQuery = (livestreamId: number) =>
  sql`${recordings} where r.livestream_id = ${livestreamId} order by r.started_at desc, r.id desc
    limit ${sql.lit(maxListed)}`

/** Lists the recordings of all of the member's livestreams, newest first. */
export const listRecordingsOf = (db: Db, memberId: number) =>
  many<RecordingRow>(db)`${recordings} where s.member_id = ${memberId} order by r.started_at desc, r.id desc
    limit ${sql.lit(maxOwned)}`
const maxOwned = 500

/** Finds a public or private recording. */
export const findRecording = (db: Db, livestreamId: number, id: number) =>
  one<RecordingRow>(db)`${recordings} where r.id = ${id} and r.livestream_id = ${livestreamId}`

/** Returns the given recordings that are public. */
export const listPublicRecordings = (db: Db, ids: number[]) =>
  many<RecordingRow>(db)`${recordings} where r.id = any(${ids}::int[]) and s.is_public`

/** @returns whether it existed */
export const deleteRecordingRow = async (db: Db, id: number): Promise<boolean> =>
  (await run(db)`delete from livestream_recordings where id = ${id}`) > 0

const recordings = sql`
  select r.id, r.livestream_id as "livestreamId", r.recording_id as "recordingId", r.title, s.description,
    s.is_public as "isPublic", r.started_at as "startedAt", r.seconds, s.provider,
    s.is_playback_public as "isPlaybackPublic",
    json_build_object('id', members.id, 'username', username, 'displayName', display_name,
      'profileImage', profile_image, 'title', members.title) as user
  from livestream_recordings r join all_livestreams s on s.id = r.livestream_id
    join members on members.id = s.member_id`
