import { useSyncExternalStore } from 'react'

/** The server's error code for a session that has not authenticated within the last ten minutes. */
export const proofNeeded = 'reauthentication_needed'

let waiting: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

/** Asks the member to confirm their identity, once for all pending calls. @returns whether they did; false if no page
 *  can show the dialog */
export function confirmIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  waiting ??= Promise.withResolvers()
  notify()
  return waiting.promise
}

/** Closes the dialog, if it is open. */
export function endConfirmation(isConfirmed: boolean): void {
  waiting?.resolve(isConfirmed)
  waiting = null
  notify()
}

/** Returns whether the dialog is open. */
export const useIsConfirming = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = () => listeners.forEach((listener) => listener())
