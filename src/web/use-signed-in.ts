import { useSyncExternalStore } from 'react'
import { isCodeRequired, isPasswordChangeRequired, isSignedIn, onSessionChange, suspensionWords } from './session.ts'

/** Whether somebody is signed in in this browser. On the server and while hydrating: no. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn, () => false)

/** Whether a sign-in waits for the code of a second factor here. On the server and while hydrating: no. */
export const useCodeRequired = (): boolean => useSyncExternalStore(onSessionChange, isCodeRequired, () => false)

/** Whether the sign-in is waiting for a new password. False on the server and while hydrating. */
export const usePasswordChangeRequired = (): boolean =>
  useSyncExternalStore(onSessionChange, isPasswordChangeRequired, () => false)

/** What the site has said to who was signed in here and is suspended. */
export const useSuspensionWords = (): string | null =>
  useSyncExternalStore(onSessionChange, suspensionWords, () => null)
