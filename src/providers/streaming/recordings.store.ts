import { type Db, many, one, run } from '#kernel/db.ts'

export interface RecordingRow {
  recordingId: string
  providerId: string
}
export interface FinishedRecording extends RecordingRow {
  startedAt: Date
  seconds: number
}

export const addRecording = (db: Db, { recordingId, providerId }: RecordingRow, startedAt: Date) =>
  run(db)`
    insert into broadcast_recordings (recording_id, provider_id, started_at)
    values (${recordingId}, ${providerId}, ${startedAt})`

export const saveRecordedBytes = (db: Db, recordingId: string, bytes: number) =>
  run(db)`update broadcast_recordings set bytes = ${bytes} where recording_id = ${recordingId}`

/** Returns the total size of all recordings and of those by the broadcasting member (0 for administrators). */
export const countRecordedBytes = async (db: Db, providerId: string) =>
  (await one<{ all: number; own: number }>(db)`
    select coalesce(sum(bytes), 0)::bigint as all, coalesce(sum(bytes) filter (where s.member_id = (
      select m.id from livestreams_with_hidden join authors m on m.id = member_id
      where provider = 'embedded' and provider_id = ${providerId} and role <> 'admin')), 0)::bigint as own
    from broadcast_recordings r
      left join livestreams_with_hidden s on s.provider = 'embedded' and s.provider_id = r.provider_id`)!

/** @returns 0 if the recording has been deleted in the meantime */
export const finishRecording = (
  db: Db,
  { recordingId, startedAt, seconds, bytes }: Omit<FinishedRecording, 'providerId'> & { bytes: number },
) =>
  run(db)`
    update broadcast_recordings set started_at = ${startedAt}, seconds = ${seconds}, bytes = ${bytes}
    where recording_id = ${recordingId}`

export const markAnnounced = (db: Db, recordingId: string) =>
  run(db)`update broadcast_recordings set is_told = true where recording_id = ${recordingId}`

/** Lists recordings that are in progress or were left unfinished by a stopped process. */
export const listUnfinishedRecordings = (db: Db) =>
  many<RecordingRow>(db)`
    select recording_id as "recordingId", provider_id as "providerId" from broadcast_recordings
    where not is_told and seconds is null`

export const listUnannouncedRecordings = (db: Db) =>
  many<FinishedRecording>(db)`
    select recording_id as "recordingId", provider_id as "providerId", started_at as "startedAt", seconds
    from broadcast_recordings where not is_told and seconds is not null`

export const listRecordingsOf = (db: Db, providerId: string) =>
  many<RecordingRow>(db)`
    select recording_id as "recordingId", provider_id as "providerId" from broadcast_recordings
    where provider_id = ${providerId}`

export const listFinishedRecordings = (db: Db) =>
  many<{ recordingId: string }>(db)`
    select recording_id as "recordingId" from broadcast_recordings where seconds is not null order by started_at`

/** Returns which of these recordings are finished. */
export const listFinishedAmong = (db: Db, recordingIds: string[]) =>
  many<{ recordingId: string }>(db)`
    select recording_id as "recordingId" from broadcast_recordings
    where recording_id = any(${recordingIds}::text[]) and seconds is not null order by started_at`

export const listKnownRecordings = (db: Db, recordingIds: string[]) =>
  many<{ recordingId: string }>(db)`
    select recording_id as "recordingId" from broadcast_recordings where recording_id = any(${recordingIds}::text[])`

/** Also returns null while the broadcasting member is suspended. */
export const findFinishedRecording = (db: Db, recordingId: string) =>
  one<{ isPublic: boolean }>(db)`
    select is_public as "isPublic" from broadcast_recordings join broadcasts using (provider_id)
    where recording_id = ${recordingId} and seconds is not null and not exists (
      select from livestreams_with_hidden s where s.provider = 'embedded' and s.provider_id = broadcasts.provider_id
        and not exists (select from members where members.id = s.member_id))`

export const deleteRecording = (db: Db, recordingId: string) =>
  run(db)`delete from broadcast_recordings where recording_id = ${recordingId}`

/** @returns whether no row is left; false if the recording has been finished */
export async function deleteUnfinishedRecording(db: Db, recordingId: string): Promise<boolean> {
  await run(db)`delete from broadcast_recordings where recording_id = ${recordingId} and seconds is null`
  return (await listKnownRecordings(db, [recordingId])).length === 0
}
