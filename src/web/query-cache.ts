import { QueryClient, type QueryKeyHashFunction, type QueryKey } from '@tanstack/react-query'

/** Sends requests even if the browser considers itself offline: they fail immediately instead of waiting, and a site on
 *  the same machine can respond. */
const always = { networkMode: 'always' } as const

/** Creates the query cache with the site's defaults. Source: docs/product.md, Limits. */
export const createQueryCache = (options: { queryKeyHashFn?: QueryKeyHashFunction<QueryKey> } = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        ...always,
        staleTime: 5000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        ...options,
      },
      mutations: { ...always, retry: false },
    },
  })
