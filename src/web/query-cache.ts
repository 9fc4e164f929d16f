import { QueryClient } from '@tanstack/react-query'

/** A browser that thinks itself offline asks all the same: it says so at once instead of waiting, and a site on this very
 *  machine answers. */
const always = { networkMode: 'always' } as const

/** The cache of reads with the specification's defaults. Source: docs/product.md, Limits. */
export const createQueryCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { ...always, staleTime: 5000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { ...always, retry: false },
    },
  })
