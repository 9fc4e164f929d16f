import { type Db, many, one, run } from '#kernel/db.ts'
import type { BroadcastReport } from './streaming.contract.ts'
import type { BroadcastState } from './streaming.ts'

export interface BroadcastRow {
  providerId: string
  playbackId: string
  isPublic: boolean
  state: BroadcastState
}
export interface NewBroadcast extends Omit<BroadcastRow, 'state'> {
  keySha256: Buffer
}

export const addBroadcast = (db: Db, { providerId, keySha256, playbackId, isPublic }: NewBroadcast) =>
  run(db)`
    insert into broadcasts (provider_id, key_sha256, playback_id, is_public)
    values (${providerId}, ${keySha256}, ${playbackId}, ${isPublic})`

export const findBroadcastByKey = (db: Db, keySha256: Buffer) =>
  one<BroadcastRow>(db)`
    select provider_id as "providerId", playback_id as "playbackId", is_public as "isPublic", state
    from broadcasts where key_sha256 = ${keySha256}`

export const findBroadcastState = (db: Db, providerId: string) =>
  one<{ state: BroadcastState }>(db)`select state from broadcasts where provider_id = ${providerId}`

export const listBroadcasts = (db: Db, providerIds: string[]) =>
  many<Pick<BroadcastRow, 'providerId' | 'isPublic' | 'state'>>(db)`
    select provider_id as "providerId", is_public as "isPublic", state from broadcasts
    where provider_id = any(${providerIds})`

/** Returns the last report about the encoder, and the reason why encoders cannot connect. */
export const findEncoder = (db: Db, providerId: string) =>
  one<{
    report: BroadcastReport | null
    lastRejection: string | null
    recordingError: string | null
    ingestError: string | null
  }>(db)`
    select report, last_refusal as "lastRejection", recording_fault as "recordingError",
      (select fault from ingest_nodes) as "ingestError"
    from broadcasts where provider_id = ${providerId}`

/** Marks the broadcast as active. @returns null if it has been disabled or its key has been replaced since the encoder
 *  was admitted */
export const activateBroadcast = (db: Db, providerId: string, keySha256: Buffer) =>
  one<{ isPublic: boolean }>(db)`
    update broadcasts set state = 'active', last_refusal = null
    where provider_id = ${providerId} and key_sha256 = ${keySha256} and state <> 'disabled'
    returning is_public as "isPublic"`

/** @returns 1 if the broadcast was active, otherwise 0 */
export const endBroadcast = (db: Db, providerId: string) =>
  run(db)`update broadcasts set state = 'idle' where provider_id = ${providerId} and state = 'active'`

/** Ends the broadcasts of a process that stopped without ending them itself. */
export const endAbandonedBroadcasts = (db: Db) =>
  many<{ providerId: string }>(db)`
    update broadcasts set state = 'idle' where state = 'active' returning provider_id as "providerId"`

export const disableBroadcast = (db: Db, providerId: string) =>
  run(db)`update broadcasts set state = 'disabled' where provider_id = ${providerId}`

/** Does nothing unless the broadcast is disabled. @returns 0 if there is no such broadcast */
export const enableBroadcast = (db: Db, providerId: string) =>
  run(db)`
    update broadcasts set state = case state when 'disabled' then 'idle' else state end where provider_id = ${providerId}`

export const replaceKey = (db: Db, providerId: string, keySha256: Buffer) =>
  run(db)`update broadcasts set key_sha256 = ${keySha256} where provider_id = ${providerId}`

export const publishBroadcast = (db: Db, providerId: string, isPublic: boolean) =>
  one<{ playbackId: string }>(db)`
    update broadcasts set is_public = ${isPublic} where provider_id = ${providerId} returning playback_id as "playbackId"`

export const deleteBroadcast = (db: Db, providerId: string) =>
  run(db)`delete from broadcasts where provider_id = ${providerId}`

/** Deletes broadcasts that no livestream uses: the process that created such a broadcast failed before saving the
 *  livestream. */
export const deleteOrphanedBroadcasts = (db: Db, createdBefore: Date) =>
  run(db)`
    delete from broadcasts where created_at < ${createdBefore} and not exists (
      select from livestreams_with_hidden where provider = 'embedded' and livestreams_with_hidden.provider_id = broadcasts.provider_id)`

export const saveReport = (db: Db, providerId: string, report: BroadcastReport) =>
  run(db)`update broadcasts set report = ${JSON.stringify(report)}::jsonb where provider_id = ${providerId}`

export const saveRejection = (db: Db, providerId: string, reason: string) =>
  run(db)`update broadcasts set last_refusal = ${reason} where provider_id = ${providerId}`

export const saveRecordingError = (db: Db, providerId: string, fault: string | null) =>
  run(db)`update broadcasts set recording_fault = ${fault} where provider_id = ${providerId}`
