import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { isSignedIn } from './session.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Source: docs/product.md, Limits. */
const pollMs = 30_000
const staleMs = 20_000

/** How many of something there are for the member who is signed in here: asked again every 30 seconds while the page is in
 *  sight, and when it comes back. 0 for visitors. */
export function useCount(query: UseQueryOptions<{ count: number }>): number {
  const isMember = useSignedIn()
  const { data } = useQuery({
    ...query,
    staleTime: staleMs,
    // Asked when it matters: reads are told of a sign-out before the page is drawn anew.
    enabled: isSignedIn,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
  return isMember ? (data?.count ?? 0) : 0
}
