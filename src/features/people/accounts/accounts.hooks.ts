import { hashKey, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getCategories } from '#features/writing/categories/categories.contract.ts'
import { forgetProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { getSite } from '#features/discovery/site/site.contract.ts'
import { t } from '#messages/messages.ts'
import { ApiError } from '#web/api.ts'
import { call, readsOf } from '#web/call.ts'
import {
  endWaiting,
  isAwaitingApproval,
  isSignedIn,
  markDocument,
  onSessionChange,
  sessionChanged,
  sessionKey,
  sessionText,
  sessionUserId,
  shutOut,
} from '#web/session.ts'
import { removeStored } from '#web/storage.ts'
import { getMembership } from './accounts.contract.ts'

/** Keeps cached queries in sync with the session. Pages are rendered for visitors, so a member's browser refetches them
 *  on startup and whenever the session changes. A tab that becomes visible again receives SIGNED_IN for the same
 *  session and ignores it. */
export function useSessionReads(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let known = currentSession()
    if (known.text !== null) markDocument()
    if (isAwaitingApproval()) checkApproval().catch(() => undefined)
    else if (known.text !== null) {
      refetchPersonal(cache)
      loadAuthWhenIdle()
    }
    return onSessionChange(() => {
      const [before, now] = [known, currentSession()]
      known = now
      const isApproved = now.isSignedIn && !before.isSignedIn
      if (now.text === before.text && !isApproved) return
      if (now.userId !== before.userId) forgetMember(cache, before.userId !== null)
      // Runs after the page has rendered for the current viewer, so that nothing is fetched for the previous one.
      setTimeout(() => refetchPersonal(cache))
      loadAuthWhenIdle()
    })
  }, [cache])
}

const currentSession = () => ({ text: sessionText(), userId: sessionUserId(), isSignedIn: isSignedIn() })

/** Asks the server whether an administrator has decided about the account. If it was declined, it no longer exists: the
 *  session ends, and the sign-in page says why. @throws ApiError */
export async function checkApproval(): Promise<void> {
  const { isMember, isWaiting } = await call(getMembership, {})
  if (isMember) return endWaiting()
  const { checkSession } = await import('#web/auth-client.ts')
  if ((await checkSession()) === 'user_not_found')
    return shutOut({ code: 'registration_refused', message: t('An administrator declined your registration.') })
  // The session could not be renewed, so the server did not know who asked.
  if (!isWaiting && isAwaitingApproval())
    throw new ApiError(
      503,
      JSON.stringify({ message: t('The sign-in service cannot be reached. Try again in a moment.') }),
    )
}

/** Signs out: clears the session and the local copy of the profile within two seconds, regardless of the server's
 *  response. */
export async function signOut(): Promise<void> {
  forgetProfile()
  await import('#web/auth-client.ts').then((auth) => auth.signOut()).catch(() => undefined)
  removeStored(sessionKey)
  sessionChanged()
}

/** Queries whose results are the same for everyone and need no refetching. */
const sharedReads = readsOf(getSite, getCategories)
const isPersonal = (query: Query): boolean => !sharedReads.predicate(query)

/** Refetches personal queries, including the profile if a member is signed in. */
function refetchPersonal(cache: QueryClient): void {
  const viewerHash = hashKey(viewerQuery.queryKey)
  const isWanted = (query: Query) => isPersonal(query) && (query.queryHash !== viewerHash || isSignedIn())
  void cache.invalidateQueries({ predicate: isWanted })
}

/** Clears one member's cached data before another member uses the browser. Also refetches the site's settings, which
 *  the first registration changes. */
function forgetMember(cache: QueryClient, wasSignedIn: boolean): void {
  if (wasSignedIn) forgetProfile()
  cache.getQueryCache().find({ queryKey: viewerQuery.queryKey })?.reset()
  cache.removeQueries({ type: 'inactive', predicate: isPersonal })
  void cache.invalidateQueries(readsOf(getSite))
}

/** Loads the provider's client, which refreshes the token, and records the member's language when the browser is
 *  idle. */
function loadAuthWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(loadAuth, { timeout: 5000 })
  else setTimeout(loadAuth, 2000)
}

function loadAuth(): void {
  if (!isSignedIn()) return
  void import('#web/auth-client.ts').then((auth) => auth.authClient())
  void import('#features/discovery/languages/member-language.hooks.ts')
    .then(({ recordLanguage }) => recordLanguage())
    .catch(() => undefined) // tried again on the next page
}
