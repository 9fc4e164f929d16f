import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryIfThere, queryOf } from '#web/call.ts'
import { useRefetchAsOwner } from '#web/use-refetch-as-owner.ts'
import {
  deleteRecording,
  getRecording,
  listLivestreamRecordings,
  listOwnRecordings,
  type Recording,
} from './recordings.contract.ts'

export const recordingListQuery = (livestreamId: number) =>
  queryOf(listLivestreamRecordings, { params: { id: livestreamId } })

/** Polls, because the recording of a livestream that has just ended appears soon. */
const refreshMs = 10_000

/** The recordings of a livestream. */
export const useRecordings = (livestreamId: number) =>
  useQuery({ ...recordingListQuery(livestreamId), refetchInterval: refreshMs })

const ownRecordingsQuery = queryOf(listOwnRecordings, {})

/** The recordings of all of the member's livestreams. */
export const useOwnRecordings = () => useQuery({ ...ownRecordingsQuery, refetchInterval: refreshMs })

/** Resolves to null if the recording does not exist or the viewer may not see it. */
export const recordingQuery = (livestreamId: number, id: number) =>
  queryIfThere(getRecording, { params: { id: livestreamId, recordingId: id } })

export function useRecording(livestreamId: number, id: number) {
  const result = useQuery(recordingQuery(livestreamId, id))
  useRefetchAsOwner(result)
  return result
}

export function useDeleteRecording({ livestreamId, id }: Recording) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteRecording, { params: { id: livestreamId, recordingId: id } }),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ownRecordingsQuery.queryKey })
      await cache.invalidateQueries({ queryKey: recordingListQuery(livestreamId).queryKey })
    },
  })
}
