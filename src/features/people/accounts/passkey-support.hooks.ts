import { useSyncExternalStore } from 'react'

/** Why this browser can use no passkey here. */
export type PasskeyObstacle = 'number' | 'insecure' | 'browser'

/** Null when it can. Browsers keep passkeys for names, and never for the number of a machine. */
function passkeyObstacle(): PasskeyObstacle | null {
  const { hostname, protocol } = location
  if (isNumber(hostname)) return 'number'
  if ('PublicKeyCredential' in globalThis) return null
  return protocol === 'https:' || hostname === 'localhost' ? 'browser' : 'insecure'
}

const isNumber = (hostname: string) => hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)

/** As {@link passkeyObstacle}. On the server and while hydrating: undefined, which is not known. */
export const usePasskeyObstacle = (): PasskeyObstacle | null | undefined =>
  useSyncExternalStore<PasskeyObstacle | null | undefined>(neverChanges, passkeyObstacle, () => undefined)

const neverChanges = () => () => undefined

/** This page under the name that every machine has for itself; null where it is another machine's. */
export const localhostAddress = (): string | null =>
  ['127.0.0.1', '[::1]'].includes(location.hostname) ? location.href.replace(location.hostname, 'localhost') : null
