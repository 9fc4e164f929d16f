import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import {
  createLivestream,
  deleteLivestream,
  disableLivestream,
  enableLivestream,
  listOwnLivestreams,
  listPublicLivestreams,
  type LivestreamInput,
  type OwnLivestream,
  renewStreamKey,
  updateLivestream,
} from './livestreams.contract.ts'

/** Source: spec §9, stream status refresh. */
export const statusRefreshMs = 5000

const ownLivestreamsQuery = queryOf(listOwnLivestreams, {})

/** The member's own streams, asked for again every five seconds while the page is in sight. */
export const useOwnLivestreams = () => useQuery({ ...ownLivestreamsQuery, refetchInterval: statusRefreshMs })

/** Creates a livestream, or updates the given one. @throws ApiError */
export const useSaveLivestream = (stream: OwnLivestream | null) =>
  useChange((input: LivestreamInput) =>
    stream
      ? call(updateLivestream, { params: { id: stream.id }, body: input })
      : call(createLivestream, { body: input }),
  )

export const useEnableLivestream = (id: number) => useChange<void>(() => call(enableLivestream, { params: { id } }))
export const useDisableLivestream = (id: number) => useChange<void>(() => call(disableLivestream, { params: { id } }))
export const useRenewKey = (id: number) => useChange<void>(() => call(renewStreamKey, { params: { id } }))
export const useDeleteLivestream = (id: number) => useChange<void>(() => call(deleteLivestream, { params: { id } }))

/** Refetches the lists after a change, and after an error, which may mean that the livestream no longer exists. */
function useChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ownLivestreamsQuery.queryKey })
      await cache.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith(listPublicLivestreams.path),
      })
    },
  })
}
