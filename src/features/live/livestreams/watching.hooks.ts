import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryIfThere, queryOf } from '#web/call.ts'
import { useRefetchAsOwner } from '#web/use-refetch-as-owner.ts'
import { followLivestream } from './livestream-events.hooks.ts'
import { getLivestream, listPublicLivestreams, type Livestream } from './livestreams.contract.ts'

/** Source: docs/product.md, Limits. */
const staleTime = 60_000
/** How often to poll while there is no event connection. */
const pollMs = 5000

/** All public livestreams, active ones first. */
export const livestreamListQuery = { ...queryOf(listPublicLivestreams, {}), staleTime }
export const useLivestreams = () => useQuery(livestreamListQuery)

/** Resolves to null if the livestream does not exist or the viewer may not see it. */
export const livestreamQuery = (id: number) => ({ ...queryIfThere(getLivestream, { params: { id } }), staleTime })

/** A livestream that is updated by events, or by polling if there is no event connection. */
export function useWatchedLivestream(id: number) {
  const query = livestreamQuery(id)
  const isConnected = useChanges(id)
  const result = useQuery({ ...query, refetchInterval: isConnected ? staleTime : pollMs })
  useRefetchAsOwner(result)
  return result
}

/** The event fields that describe the livestream. */
type Change = Pick<Livestream, 'status' | 'isInterrupted' | 'startedAt' | 'viewers' | 'maxViewers'>

/** Returns the livestream after the change; null if it must be refetched, because events do not include a playback
 *  URL. */
function applyChange(
  stream: Livestream,
  { status, isInterrupted, startedAt, viewers, maxViewers }: Change,
): Livestream {
  const playbackUrl = status === 'active' ? stream.playbackUrl : null
  return { ...stream, status, isInterrupted, startedAt, viewers, maxViewers, playbackUrl }
}

/** Applies events to the cached livestream. @returns whether there is an event connection */
function useChanges(id: number): boolean {
  const cache = useQueryClient()
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    const { queryKey } = livestreamQuery(id)
    const onChange = (change: Change) => {
      const stream = cache.setQueryData(queryKey, (known) => known && applyChange(known, change))
      if (stream?.status === 'active' && stream.playbackUrl === null) void cache.invalidateQueries({ queryKey })
    }
    return followLivestream(id, { onConnected: setConnected, onChange })
  }, [cache, id])
  return isConnected
}
