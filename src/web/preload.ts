import type { dataTagSymbol, QueryKey } from '@tanstack/react-query'

/** Returns the cache entry that a read finds instead of calling its endpoint. Only compiles if the endpoint could
 *  answer it. */
export const preload = <Data>(
  { queryKey }: { queryKey: QueryKey & { [dataTagSymbol]: Data } },
  data: NoInfer<Data>,
): [QueryKey, unknown] => [queryKey, data]
