import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import {
  createLivestream,
  deleteLivestream,
  disableLivestream,
  enableLivestream,
  getLivestream,
  listOwnLivestreams,
  listPublicLivestreams,
  type LivestreamInput,
  type OwnLivestream,
  renewStreamKey,
  updateLivestream,
} from './livestreams.contract.ts'
import { listLivestreamRecordings } from './recordings.contract.ts'

/** Source: docs/product.md, Limits. */
export const statusRefreshMs = 5000

const ownLivestreamsQuery = queryOf(listOwnLivestreams, {})

/** The member's own livestreams, refreshed every five seconds while the page is visible. */
export const useOwnLivestreams = () => useQuery({ ...ownLivestreamsQuery, refetchInterval: statusRefreshMs })

/** Returns whether the member has livestreams, as far as is known. */
export const useHasLivestreams = (): boolean => (useQuery(ownLivestreamsQuery).data ?? []).length > 0

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

/** Refetches livestreams after a change, and after an error, which may mean that the livestream no longer exists. */
const useChange = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({
    mutationFn,
    onSettled: useRefetch(listOwnLivestreams, listPublicLivestreams, getLivestream, listLivestreamRecordings),
  })
