import { hashKey, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getCategories } from '#features/writing/categories/categories.contract.ts'
import { forgetProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { getSite } from '#features/discovery/site/site.contract.ts'
import { readsOf } from '#web/call.ts'
import {
  isSignedIn,
  markDocument,
  onSessionChange,
  sessionChanged,
  sessionKey,
  sessionText,
  sessionUserId,
} from '#web/session.ts'
import { removeStored } from '#web/storage.ts'

/** Keeps the reads in step with the session. The page came as everybody sees it: a member's browser reads it again in
 *  their name at the start, and again whenever the session is another one. A tab that only comes back into view is
 *  told SIGNED_IN with the session it has, and does nothing. */
export function useSessionReads(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let known = { text: sessionText(), userId: sessionUserId() }
    if (known.text !== null) {
      markDocument()
      refetchPersonal(cache)
      loadAuthWhenIdle()
    }
    return onSessionChange(() => {
      const now = { text: sessionText(), userId: sessionUserId() }
      if (now.text === known.text) return
      if (now.userId !== known.userId) forgetPerson(cache, known.userId !== null)
      known = now
      // Once the page stands as it is for who is here now: nothing is asked for on behalf of who has left.
      setTimeout(() => refetchPersonal(cache))
    })
  }, [cache])
}

/** Signs out: the session and the local copy of the profile are gone within two seconds, whatever the server says. */
export async function signOut(): Promise<void> {
  forgetProfile()
  await import('#web/auth-client.ts').then((auth) => auth.signOut()).catch(() => undefined)
  removeStored(sessionKey)
  sessionChanged()
}

/** What is the same for everybody needs no second reading. */
const sharedReads = readsOf(getSite, getCategories)
const isPersonal = (query: Query): boolean => !sharedReads.predicate(query)

/** Nobody's profile is asked for when nobody is signed in. */
function refetchPersonal(cache: QueryClient): void {
  const viewerHash = hashKey(viewerQuery.queryKey)
  const isWanted = (query: Query) => isPersonal(query) && (query.queryHash !== viewerHash || isSignedIn())
  void cache.invalidateQueries({ predicate: isWanted })
}

/** Nothing that one person read is shown to the next. The first member to register also changes the site. */
function forgetPerson(cache: QueryClient, wasSignedIn: boolean): void {
  if (wasSignedIn) forgetProfile()
  cache.getQueryCache().find({ queryKey: viewerQuery.queryKey })?.reset()
  cache.removeQueries({ type: 'inactive', predicate: isPersonal })
  void cache.invalidateQueries(readsOf(getSite))
}

/** The provider's client refreshes the token while the page is open; nothing waits for it. */
function loadAuthWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(loadAuth, { timeout: 5000 })
  else setTimeout(loadAuth, 2000)
}

function loadAuth(): void {
  if (isSignedIn()) void import('#web/auth-client.ts').then((auth) => auth.authClient())
}
