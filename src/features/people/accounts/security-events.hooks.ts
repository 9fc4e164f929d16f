import { useInfiniteQuery } from '@tanstack/react-query'
import { call, keyOf } from '#web/call.ts'
import { getSecurityEvents } from './security-events.contract.ts'

/** Loads the member's security events page by page. */
export const useSecurityEvents = () =>
  useInfiniteQuery({
    queryKey: keyOf(getSecurityEvents, {}),
    queryFn: ({ pageParam, signal }) => call(getSecurityEvents, { query: { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
