import { QueryClient } from '@tanstack/react-query'

/** The cache of reads with the specification's defaults. Source: spec §9. */
export const createQueryCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  })
