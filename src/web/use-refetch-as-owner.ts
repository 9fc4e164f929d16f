import { useEffect } from 'react'
import { useSignedIn } from './use-signed-in.ts'

interface Reading {
  /** Null if the data does not exist or is not visible to the viewer. */
  data: unknown
  refetch: () => Promise<unknown>
}

/** Refetches missing data once a member is signed in: pages are rendered for visitors, and the owner may also see
 *  non-public data. */
export function useRefetchAsOwner({ data, refetch }: Reading): void {
  const isSignedIn = useSignedIn()
  useEffect(() => {
    if (isSignedIn && data === null) void refetch()
  }, [isSignedIn, data, refetch])
}
