import type { QueryClient } from '@tanstack/react-query'
import type { recordingAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import type { Recording } from '#features/live/livestreams/recordings.contract.ts'
import { recordingQuery } from '#features/live/livestreams/recordings.hooks.ts'
import type { PageProps } from '../page.ts'

/** Returns the recording for a URL. Null if there is none, undefined while loading. */
export function recordingIn(
  cache: QueryClient,
  { params }: PageProps<typeof recordingAddress>,
): Recording | null | undefined {
  return params && cache.getQueryData(recordingQuery(params.id, params.recordingId).queryKey)
}
