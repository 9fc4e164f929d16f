import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, readIfThere, send } from '#web/api.ts'
import { useOwnToo } from '#web/use-own-too.ts'
import { myRecordingsPath, Recording, RecordingList, recordingPath, recordingsPath } from './recordings.contract.ts'

export const recordingListQuery = (livestreamId: number) => read(recordingsPath(livestreamId), RecordingList)

/** A livestream that has just ended has another one soon. */
const refreshMs = 10_000

/** Those of a livestream. */
export const useRecordings = (livestreamId: number) =>
  useQuery({ ...recordingListQuery(livestreamId), refetchInterval: refreshMs })

const ownRecordingsQuery = read(myRecordingsPath, RecordingList)

/** Those of all livestreams of the member. */
export const useOwnRecordings = () => useQuery({ ...ownRecordingsQuery, refetchInterval: refreshMs })

/** A recording; null when it is not there, or not for the viewer. */
export const recordingQuery = (livestreamId: number, id: number) =>
  readIfThere(recordingPath(livestreamId, id), Recording)

export function useRecording(livestreamId: number, id: number) {
  const result = useQuery(recordingQuery(livestreamId, id))
  useOwnToo(result)
  return result
}

export function useDeleteRecording({ livestreamId, id }: Recording) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE', recordingPath(livestreamId, id), Nothing),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ownRecordingsQuery.queryKey })
      await cache.invalidateQueries({ queryKey: recordingListQuery(livestreamId).queryKey })
    },
  })
}
