import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, keyOf } from '#web/call.ts'
import { getAnnouncedLivestreams, isUpcoming, maxAnnounced } from './announced-livestreams.contract.ts'

/** The first live and upcoming streams, which come first in the list of public streams. */
export const announcedLivestreamsQuery = queryOptions({
  queryKey: [...keyOf(getAnnouncedLivestreams, {}), 'announced'],
  queryFn: async () => {
    const list = await call(getAnnouncedLivestreams, {})
    return list.filter((stream) => stream.status === 'active' || isUpcoming(stream, Date.now())).slice(0, maxAnnounced)
  },
  staleTime: 60_000,
})
export const useAnnouncedLivestreams = () => useQuery(announcedLivestreamsQuery)
