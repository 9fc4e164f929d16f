import { useState, useSyncExternalStore } from 'react'

/** Returns when the form was shown, on the `performance.now()` clock; 0 for a server-rendered form. */
export function useShownAt(): number {
  const isHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const [shownAt] = useState(() => (isHydrating ? 0 : performance.now()))
  return shownAt
}
