import type { UseQueryOptions } from '@tanstack/react-query'
import { isSignedIn } from './session.ts'
import { useQuery } from './use-query.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Source: docs/product.md, Limits. */
const pollMs = 30_000
const staleMs = 20_000

/** Returns a count for the signed-in member, refreshed every 30 seconds while the page is visible, and when it becomes
 *  visible again. 0 for visitors. */
export function useCount(query: UseQueryOptions<{ count: number }>): number {
  const isMember = useSignedIn()
  const { data } = useQuery({
    ...query,
    staleTime: staleMs,
    // A function, because queries are notified of a sign-out before the page re-renders.
    enabled: isSignedIn,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
  return isMember ? (data?.count ?? 0) : 0
}
