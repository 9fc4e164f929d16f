import { useSyncExternalStore } from 'react'

/** The server's refusal of a session that has not proved for ten minutes who is using it. */
export const proofNeeded = 'reauthentication_needed'

let waiting: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

/** Asks the member to confirm that it is them: once for all calls that wait for it.
 *  @returns whether they did; false where no page can ask */
export function confirmIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  waiting ??= Promise.withResolvers()
  notify()
  return waiting.promise
}

/** Ends the question, if there is one. */
export function endConfirmation(isConfirmed: boolean): void {
  waiting?.resolve(isConfirmed)
  waiting = null
  notify()
}

/** Whether the member is to be asked now. */
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
