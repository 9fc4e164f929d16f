import { useSyncExternalStore } from 'react'
import {
  isAwaitingApproval,
  isCodeRequired,
  isPasswordChangeRequired,
  isSignedIn,
  onSessionChange,
  suspensionWords,
} from './session.ts'

/** Returns whether a member is signed in. False on the server and while hydrating. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, isSignedIn, () => false)

/** Returns whether the sign-in is waiting for a second-factor code. False on the server and while hydrating. */
export const useCodeRequired = (): boolean => useSyncExternalStore(onSessionChange, isCodeRequired, () => false)

/** Returns whether the sign-in is waiting for a new password. False on the server and while hydrating. */
export const usePasswordChangeRequired = (): boolean =>
  useSyncExternalStore(onSessionChange, isPasswordChangeRequired, () => false)

/** Returns whether the account is waiting for an administrator's approval. False on the server and while hydrating. */
export const useAwaitingApproval = (): boolean => useSyncExternalStore(onSessionChange, isAwaitingApproval, () => false)

/** Returns the message for the suspended member who was signed in here. */
export const useSuspensionWords = (): string | null =>
  useSyncExternalStore(onSessionChange, suspensionWords, () => null)
