import type { QueryClient } from '@tanstack/react-query'
import type { livestreamAddress, livestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { livestreamListQuery, livestreamQuery } from '#features/live/livestreams/watching.hooks.ts'
import type { PageProps } from '../page.ts'

export type LivestreamsAddress = typeof livestreamsAddress | typeof livestreamAddress

/** Returns the livestream for a URL; for a URL without an id, the first in the list. Null if there is none, undefined
 *  while loading. */
export function livestreamIn(
  cache: QueryClient,
  { params }: PageProps<LivestreamsAddress>,
): Livestream | null | undefined {
  if (params === null) return null
  if (!('id' in params)) {
    const list = cache.getQueryData(livestreamListQuery.queryKey)
    return list && (list[0] ?? null)
  }
  return cache.getQueryData(livestreamQuery(params.id).queryKey)
}
