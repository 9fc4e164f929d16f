import type { QueryClient } from '@tanstack/react-query'
import { IdText } from '#features/ids/ids.contract.ts'
import type { Recording } from '#features/livestreams/recordings.contract.ts'
import { recordingQuery } from '#features/livestreams/recordings.hooks.ts'
import type { PageAddress } from '../page.ts'

/** Which recording of which livestream; null where the address names none. */
export function recordingIds({ params }: Pick<PageAddress, 'params'>): [livestreamId: number, id: number] | null {
  const [livestreamId, id] = [IdText.safeParse(params.id), IdText.safeParse(params.recordingId)]
  return livestreamId.success && id.success ? [livestreamId.data, id.data] : null
}

/** The recording that the address shows. Null where there is none, undefined while it is not known. */
export function recordingIn(cache: QueryClient, address: PageAddress): Recording | null | undefined {
  const ids = recordingIds(address)
  return ids && cache.getQueryData(recordingQuery(...ids).queryKey)
}
