import { useLocationProperty } from 'wouter/use-browser-location'

/** Returns the current path with its query and fragment; empty on the server. */
export const useCurrentHref = (): string =>
  useLocationProperty(
    () => location.pathname + location.search + location.hash,
    () => '',
  )
