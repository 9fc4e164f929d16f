import type { recordingAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { presentRecording } from '#features/live/livestreams/recording-presenter.ts'
import { recordingListQuery, recordingQuery } from '#features/live/livestreams/recordings.hooks.ts'
import { findRecording, listRecordings } from '#features/live/livestreams/recordings.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadRecording: Load<typeof recordingAddress> = async ({ db, streaming }, { params }) => {
  const ids = [params.id, params.recordingId] as const
  const row = await findRecording(db, ...ids)
  // Pages are rendered for visitors, so private recordings return 404.
  if (!row?.isPublic) return { status: 404, entries: [preload(recordingQuery(...ids), null)] }
  const all = (await listRecordings(db, row.livestreamId)).map((one) => presentRecording(streaming, one))
  return {
    entries: [
      preload(recordingQuery(...ids), presentRecording(streaming, row)),
      preload(recordingListQuery(row.livestreamId), all),
    ],
  }
}
