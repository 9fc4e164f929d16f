import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { secondFactorNeededEvent } from '#web/api.ts'
import { queryIfThere, queryOf } from '#web/call.ts'
import { fieldsIn } from '#web/json-fields.ts'
import { isSignedIn as isSessionThere } from '#web/session.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { useQuery } from '#web/use-query.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { cannotPublish, mayPublish } from '#schemas/roles.contract.ts'
import { getUserByUsername, getViewer, type Viewer } from './profiles.contract.ts'

const fiveMinutesMs = 300_000

export const viewerQuery = { ...queryOf(getViewer, {}), staleTime: fiveMinutesMs }
/** Resolves to null for an unknown username. */
export const userQuery = (username: string) => queryIfThere(getUserByUsername, { params: { username } })

/** Fetches the caller's profile. A component that mounts during sign-out may still see a session here, so
 *  `isSessionThere` is checked too. */
const useOwnProfile = (isSignedIn: boolean) => useQuery({ ...viewerQuery, enabled: isSignedIn && isSessionThere })

/** Returns the signed-in member: the stored copy first, then the server's version. Returns null for visitors and while
 *  nothing is known. */
export function useViewer(): Viewer | null {
  const isSignedIn = useSignedIn()
  const { data } = useOwnProfile(isSignedIn)
  const text = useSyncExternalStore(onProfileUpdated, storedProfile, () => null)
  const stored = useMemo(() => viewerIn(text), [text])
  useEffect(() => {
    if (data && isSignedIn) cacheProfile(data)
  }, [data, isSignedIn])
  return isSignedIn ? (stored ?? data ?? null) : null
}

/** Returns whether the viewer is signed in and not a reader, as far as is known. */
export function useMayPublish(): boolean {
  const viewer = useViewer()
  return useSignedIn() && (viewer === null || mayPublish(viewer))
}

/** Returns why the viewer may not publish at the moment; undefined if they may. */
export function usePublishRefusal(): string | undefined {
  const viewer = useViewer()
  if (useMayPublish()) return undefined
  return viewer?.needsSecondFactor ? t('Set up two-factor authentication to publish on this site.') : cannotPublish()
}

/** Returns why the viewer cannot edit something. @param notYours the reason for members who may publish */
export const useEditRefusal = (notYours: string): string => usePublishRefusal() ?? notYours

/** Returns whether the viewer has to set up a second factor, according to the server; null until the server has answered.
 *  Asks the server again when it rejects a call for this reason. */
export function useNeedsSecondFactor(): boolean | null {
  const { data, refetch } = useOwnProfile(useSignedIn())
  useEffect(() => {
    const ask = () => void refetch()
    addEventListener(secondFactorNeededEvent, ask)
    return () => removeEventListener(secondFactorNeededEvent, ask)
  }, [refetch])
  return useSignedIn() && data ? (data.needsSecondFactor ?? false) : null
}

/** Fetches the viewer's profile from the server when the component mounts, for screens that depend on the current
 *  role. */
export function useFreshViewer(): void {
  const isSignedIn = useSignedIn()
  useQuery({ ...viewerQuery, enabled: isSignedIn && isSessionThere, refetchOnMount: 'always' })
}

/** Like {@link useViewer}, but returns `loading` while the profile is loading and `authenticated` if that failed. */
export function useShownViewer(): Viewer | 'loading' | 'authenticated' | null {
  const isSignedIn = useSignedIn()
  const viewer = useViewer()
  const { isError } = useOwnProfile(isSignedIn)
  if (!isSignedIn || viewer) return viewer
  return isError ? 'authenticated' : 'loading'
}

export const useUser = (username: string | null) =>
  useQuery({ ...userQuery(username ?? ''), enabled: username !== null })

const profileKey = 'user_profile'
const updatedEvent = 'user-profile-updated'

/** Stores a copy of the viewer's profile in this browser and dispatches an event. Source: docs/product.md, Data. */
export function cacheProfile(profile: Viewer): void {
  const text = JSON.stringify(profile)
  if (text === storedProfile()) return
  writeStored(profileKey, text)
  dispatchEvent(new CustomEvent(updatedEvent, { detail: profile }))
}

/** Removes the stored copy on sign-out. */
export function forgetProfile(): void {
  removeStored(profileKey)
  dispatchEvent(new CustomEvent(updatedEvent, { detail: null }))
}

const texts = ['username', 'displayName', 'title', 'bio', 'role', 'createdAt', 'email'] satisfies (keyof Viewer)[]
const lists = ['skills', 'followers', 'following'] satisfies (keyof Viewer)[]

/** Returns the stored profile; null if there is none or an earlier version of the site has stored other fields. */
function viewerIn(text: string | null): Viewer | null {
  const fields = fieldsIn(text)
  return isViewer(fields) ? fields : null
}

const isViewer = (fields: Readonly<Record<string, unknown>>): fields is Viewer =>
  typeof fields['id'] === 'number' &&
  texts.every((name) => typeof fields[name] === 'string') &&
  lists.every((name) => Array.isArray(fields[name]))

const storedProfile = (): string | null => readStored(profileKey)

function onProfileUpdated(listener: () => void): () => void {
  addEventListener(updatedEvent, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(updatedEvent, listener)
    removeEventListener('storage', listener)
  }
}
