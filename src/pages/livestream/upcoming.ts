import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getLivestream, isUpcoming, type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { keyOf } from '#web/call.ts'
import { onSecond } from './seconds-until.ts'

/** The cache key for the server's result, so that hydration starts with the same value. */
export const upcomingKey = (id: number) => [...keyOf(getLivestream, { params: { id } }), 'upcoming']

/** Returns whether the stream is upcoming, updated every second. */
export function useUpcoming(stream: Livestream): boolean {
  const cache = useQueryClient()
  return useSyncExternalStore(
    onSecond,
    () => isUpcoming(stream, Date.now()),
    () => cache.getQueryData<boolean>(upcomingKey(stream.id)) ?? false,
  )
}

/** Returns the first of the other livestreams with an announced start, which may have passed. */
export const nextStream = (streams: Livestream[], exceptId: number): Livestream | undefined =>
  streams.find(({ id, status, scheduledAt }) => id !== exceptId && status !== 'active' && scheduledAt !== null)
