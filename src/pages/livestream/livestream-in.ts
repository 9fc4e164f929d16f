import type { QueryClient } from '@tanstack/react-query'
import { IdText } from '#features/ids/ids.contract.ts'
import type { Livestream } from '#features/livestreams/livestreams.contract.ts'
import { livestreamListQuery, livestreamQuery } from '#features/livestreams/watching.hooks.ts'
import type { PageAddress } from '../page.ts'

/** The stream that the address shows: the first of the list where it names none. Null where there is none, undefined while
 *  it is not known. */
export function livestreamIn(cache: QueryClient, { params }: PageAddress): Livestream | null | undefined {
  if (params.id === undefined) {
    const list = cache.getQueryData(livestreamListQuery.queryKey)
    return list && (list[0] ?? null)
  }
  const id = IdText.safeParse(params.id)
  return id.success ? cache.getQueryData(livestreamQuery(id.data).queryKey) : null
}
