import { useEffect } from 'react'
import { useSignedIn } from './use-signed-in.ts'

interface Reading {
  /** Null when it is not there, or not for the viewer. */
  data: unknown
  refetch: () => Promise<unknown>
}

/** Asks again for what is not there, once somebody is signed in: pages are made for everybody, and to its owner what is not
 *  public is there. */
export function useRefetchAsOwner({ data, refetch }: Reading): void {
  const isSignedIn = useSignedIn()
  useEffect(() => {
    if (isSignedIn && data === null) void refetch()
  }, [isSignedIn, data, refetch])
}
