import { useSyncExternalStore } from 'react'
import { neverChanges } from '#web/never-changes.ts'

/** Why this browser cannot use passkeys here. */
export type PasskeyObstacle = 'number' | 'insecure' | 'browser'

/** Returns null if this browser can use passkeys. Passkeys are bound to host names, never to IP addresses. */
function passkeyObstacle(): PasskeyObstacle | null {
  const { hostname, protocol } = location
  if (isIpAddress(hostname)) return 'number'
  if ('PublicKeyCredential' in globalThis) return null
  return protocol === 'https:' || hostname === 'localhost' ? 'browser' : 'insecure'
}

const isIpAddress = (hostname: string) => hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

/** Returns {@link passkeyObstacle}; undefined (unknown) on the server and while hydrating. */
export const usePasskeyObstacle = (): PasskeyObstacle | null | undefined =>
  useSyncExternalStore<PasskeyObstacle | null | undefined>(neverChanges, passkeyObstacle, () => undefined)

/** Returns this page's URL with localhost as the host, or null if the site is on another machine. */
export const localhostAddress = (): string | null =>
  ['127.0.0.1', '[::1]'].includes(location.hostname) ? location.href.replace(location.hostname, 'localhost') : null
