import { useSyncExternalStore } from 'react'
import { isSignedIn, onSessionChange } from './session.ts'

/** Whether a session is kept in this browser. On the server and while hydrating: no. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn, () => false)
