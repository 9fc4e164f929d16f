import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Nothing, read, send } from '#web/api.ts'
import {
  disablePath,
  enablePath,
  type LivestreamInput,
  livestreamPath,
  livestreamsPath,
  myLivestreamsPath,
  OwnLivestream,
  OwnLivestreamList,
  renewKeyPath,
} from './livestreams.contract.ts'

/** Source: spec §9, stream status refresh. */
export const statusRefreshMs = 5000

const ownLivestreamsQuery = read(myLivestreamsPath, OwnLivestreamList)

/** The member's own streams, asked for again every five seconds while the page is in sight. */
export const useOwnLivestreams = () => useQuery({ ...ownLivestreamsQuery, refetchInterval: statusRefreshMs })

/** Makes the stream, or changes the one that is there. @throws ApiError */
export const useSaveLivestream = (stream: OwnLivestream | null) =>
  useChange((input: LivestreamInput) =>
    stream
      ? send('PATCH', livestreamPath(stream.id), OwnLivestream, input)
      : send('POST', livestreamsPath, OwnLivestream, input),
  )

export const useEnableLivestream = (id: number) =>
  useChange<void, OwnLivestream>(() => send('POST', enablePath(id), OwnLivestream))
export const useDisableLivestream = (id: number) =>
  useChange<void, OwnLivestream>(() => send('POST', disablePath(id), OwnLivestream))
export const useRenewKey = (id: number) =>
  useChange<void, OwnLivestream>(() => send('POST', renewKeyPath(id), OwnLivestream))
export const useDeleteLivestream = (id: number) =>
  useChange<void, null>(() => send('DELETE', livestreamPath(id), Nothing))

/** After a change, and after a refusal that may be about something that is there no more, the lists are read again. */
function useChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ownLivestreamsQuery.queryKey })
      await cache.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(livestreamsPath) })
    },
  })
}
