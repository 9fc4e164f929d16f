import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get } from '#web/api.ts'
import { AnnouncedLivestream, isUpcoming, livestreamsPath, mostAnnounced } from './announced-livestreams.contract.ts'

/** Those on air and to come, which the list of public streams has first. */
export const announcedLivestreamsQuery = queryOptions({
  queryKey: [livestreamsPath, 'announced'],
  queryFn: async () => {
    const list = await get(livestreamsPath, z.array(AnnouncedLivestream))
    return list.filter((stream) => stream.status === 'active' || isUpcoming(stream, Date.now())).slice(0, mostAnnounced)
  },
  staleTime: 60_000,
})
export const useAnnouncedLivestreams = () => useQuery(announcedLivestreamsQuery)
