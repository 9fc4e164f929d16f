import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isCodeRequired, isSignedIn, sessionUserId } from '#web/session.ts'
import { askIdentity, type Outcome } from './identity-client.hooks.ts'
import { identityOffers } from './identity-settings.hooks.ts'
import { type CeremonyFault, ceremonyWords, Passkey } from './passkeys.contract.ts'
import { fetchProfile } from './sign-in.hooks.ts'

const passkeysQuery = () =>
  queryOptions({
    queryKey: ['/auth/v1/passkeys', sessionUserId()],
    queryFn: async () => ((await identityOffers()).passkeys ? listPasskeys() : null),
    enabled: isSignedIn,
  })

/** The member's passkeys, oldest first; null where the identity provider has none. */
export const usePasskeys = () => useQuery(passkeysQuery())

async function listPasskeys(): Promise<Passkey[]> {
  const outcome = await askIdentity((auth) => auth.passkey.list())
  if (!outcome.ok) throw new Error(outcome.message)
  return z.array(Passkey).parse(outcome.data)
}

/** Has the device make a passkey. @returns it, under the name that the provider gave it */
export async function addPasskey(): Promise<Outcome<Passkey>> {
  const cancelled = 'The window for it was closed, or it took too long.'
  const outcome = await ceremony((auth) => auth.registerPasskey(), cancelled)
  return outcome.ok ? { ok: true, data: Passkey.parse(outcome.data) } : outcome
}

export const renamePasskey = ({ passkeyId, name }: { passkeyId: string; name: string }): Promise<Outcome> =>
  askIdentity((auth) => auth.passkey.update({ passkeyId, friendlyName: name }))

/** One that is gone already is no failure. */
export async function removePasskey(passkeyId: string): Promise<Outcome> {
  const outcome = await askIdentity((auth) => auth.passkey.delete({ passkeyId }))
  if (!outcome.ok && outcome.status !== 404) return outcome
  // The session may have had its level from this passkey: its next token says so.
  return askIdentity((auth) => auth.refreshSession())
}

/** A change of the passkeys, after which they are read again. */
export function usePasskeyChange<Input, Data>(change: (input: Input) => Promise<Outcome<Data>>) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: [...passkeysQuery().queryKey] })
  return useMutation({ mutationFn: change, onSettled })
}

/** Signs in with whichever passkey the person chooses, and fetches the profile. A hosted project may want a code still. */
export async function signInWithPasskey(cache: QueryClient): Promise<Outcome> {
  const cancelled =
    'The window for it was closed, it took too long, or there is no passkey for this site on this device.'
  const outcome = await ceremony((auth) => auth.signInWithPasskey(), cancelled)
  if (outcome.ok && !isCodeRequired()) await fetchProfile(cache)
  return !outcome.ok && outcome.code === 'webauthn_credential_not_found' ? { ...outcome, message: unknown } : outcome
}

const unknown =
  'This site does not know that passkey: it may have been removed. Sign in with your password, and delete it from your device.'

type Answer<Data> = { data: Data; error: null } | { data: unknown; error: AuthError | CeremonyFault }

/** What takes the browser's window as well as the identity provider: either may refuse. */
async function ceremony<Data>(
  run: (auth: GoTrueClient) => Promise<Answer<Data>>,
  cancelled: string,
): Promise<Outcome<Data>> {
  const outcome = await askIdentity<{ made: Data } | { fault: CeremonyFault }>(async (auth) => {
    const { data, error } = await run(auth)
    if (!error) return { data: { made: data }, error: null }
    return 'status' in error ? { data: null, error } : { data: { fault: error }, error: null }
  })
  if (!outcome.ok) return outcome
  if ('made' in outcome.data) return { ok: true, data: outcome.data.made }
  return { ok: false, message: ceremonyWords(outcome.data.fault, cancelled) }
}
