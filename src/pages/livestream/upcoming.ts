import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getLivestream, isUpcoming, type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { keyOf } from '#web/call.ts'
import { onSecond } from './seconds-until.ts'

/** Where the server puts what it found, so that the browser begins with the same. */
export const upcomingKey = (id: number) => [...keyOf(getLivestream, { params: { id } }), 'upcoming']

/** Whether the stream is still to begin, at every moment. */
export function useUpcoming(stream: Livestream): boolean {
  const cache = useQueryClient()
  return useSyncExternalStore(
    onSecond,
    () => isUpcoming(stream, Date.now()),
    () => cache.getQueryData<boolean>(upcomingKey(stream.id)) ?? false,
  )
}
