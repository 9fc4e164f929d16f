import type { dataTagSymbol, QueryKey } from '@tanstack/react-query'

/** Returns a cache entry that a read uses instead of calling its endpoint. Type-checks only if the endpoint could
 *  return the data. */
export const preload = <Data>(
  { queryKey }: { queryKey: QueryKey & { [dataTagSymbol]: Data } },
  data: NoInfer<Data>,
): [QueryKey, unknown] => [queryKey, data]
