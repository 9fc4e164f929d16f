import { useSyncExternalStore } from 'react'
import {
  currentExclusion,
  type Exclusion,
  isAwaitingApproval,
  isCodeRequired,
  isPasswordChangeRequired,
  isSignedIn,
  onSessionChange,
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

/** Returns why the account that was signed in here may not use the site. */
export const useExclusion = (): Exclusion | null => useSyncExternalStore(onSessionChange, currentExclusion, () => null)
