import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { queryIfThere, queryOf } from '#web/call.ts'
import { useRefetchAsOwner } from '#web/use-refetch-as-owner.ts'
import { followLivestream } from './livestream-events.hooks.ts'
import { getLivestream, listPublicLivestreams, Livestream } from './livestreams.contract.ts'

/** Source: spec §9. */
const staleTime = 60_000
/** How often what its server does not tell is asked for. */
const pollMs = 5000

/** All public streams: those on air first. */
export const livestreamListQuery = { ...queryOf(listPublicLivestreams, {}), staleTime }
export const useLivestreams = () => useQuery(livestreamListQuery)

/** Resolves to null if the livestream does not exist or the viewer may not see it. */
export const livestreamQuery = (id: number) => ({ ...queryIfThere(getLivestream, { params: { id } }), staleTime })

/** A stream as it is now: its server tells of changes, else it is asked. */
export function useWatchedLivestream(id: number) {
  const query = livestreamQuery(id)
  const isConnected = useChanges(id)
  const result = useQuery({ ...query, refetchInterval: isConnected ? staleTime : pollMs })
  useRefetchAsOwner(result)
  return result
}

/** What the server tells of a stream as it changes. */
const Change = z.pick(Livestream, {
  status: true,
  isInterrupted: true,
  startedAt: true,
  viewers: true,
  maxViewers: true,
})

/** The stream after that. Where it is played from is not told: null, where that has to be asked for. */
function applyChange(stream: Livestream, change: z.infer<typeof Change>): Livestream {
  return { ...stream, ...change, playbackUrl: change.status === 'active' ? stream.playbackUrl : null }
}

/** Follows what the server tells of the stream. @returns whether it tells */
function useChanges(id: number): boolean {
  const cache = useQueryClient()
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    const { queryKey } = livestreamQuery(id)
    const onChange = (data: unknown) => {
      const change = Change.parse(data)
      const stream = cache.setQueryData(queryKey, (known) => known && applyChange(known, change))
      if (stream?.status === 'active' && stream.playbackUrl === null) void cache.invalidateQueries({ queryKey })
    }
    return followLivestream(id, { onConnected: setConnected, onChange })
  }, [cache, id])
  return isConnected
}
