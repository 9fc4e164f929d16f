import { presentRecording } from '#features/livestreams/presented-recordings.ts'
import { recordingListQuery, recordingQuery } from '#features/livestreams/recordings.hooks.ts'
import { findRecording, listRecordings } from '#features/livestreams/recordings.store.ts'
import type { Load } from '../page.ts'
import { recordingIds } from './recording-in.ts'

export const loadRecording: Load = async ({ db, streaming }, address) => {
  const ids = recordingIds(address)
  if (!ids) return { status: 404, entries: [] }
  const { queryKey } = recordingQuery(...ids)
  const row = await findRecording(db, ...ids)
  // The page is made for everybody: what is not public is not there.
  if (!row?.isPublic) return { status: 404, entries: [[queryKey, null]] }
  const all = (await listRecordings(db, row.livestreamId)).map((one) => presentRecording(streaming, one))
  return {
    entries: [
      [queryKey, presentRecording(streaming, row)],
      [recordingListQuery(row.livestreamId).queryKey, all],
    ],
  }
}
