import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { queryOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
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

/** Returns the member's passkeys, oldest first; null if the identity provider does not support them. */
export const usePasskeys = () => useQuery(passkeysQuery())

async function listPasskeys(): Promise<Passkey[]> {
  const outcome = await askIdentity((auth) => auth.passkey.list())
  if (!outcome.ok) throw new Error(outcome.message)
  return z.array(Passkey).parse(outcome.data)
}

/** Creates a passkey on the device. @returns the passkey with the name from the provider */
export async function addPasskey(): Promise<Outcome<Passkey>> {
  const canceled = t('The passkey prompt was closed or timed out.')
  const outcome = await ceremony((auth) => auth.registerPasskey(), canceled)
  if (!outcome.ok) return outcome
  await refreshSession()
  return { ok: true, data: Passkey.parse(outcome.data) }
}

export const renamePasskey = ({ passkeyId, name }: { passkeyId: string; name: string }): Promise<Outcome> =>
  askIdentity((auth) => auth.passkey.update({ passkeyId, friendlyName: name }))

/** Removes a passkey. A missing one is not an error. */
export async function removePasskey(passkeyId: string): Promise<Outcome> {
  const outcome = await askIdentity((auth) => auth.passkey.delete({ passkeyId }))
  if (!outcome.ok && outcome.status !== 404) return outcome
  return refreshSession()
}

/** Requests a new token, because adding or removing a passkey can change the session's assurance level. */
const refreshSession = (): Promise<Outcome> => askIdentity((auth) => auth.refreshSession())

/** Returns a mutation that refetches the passkeys afterward, and the profile, because the role depends on the assurance
 *  level. */
export function usePasskeyChange<Input, Data>(change: (input: Input) => Promise<Outcome<Data>>) {
  const cache = useQueryClient()
  const onSettled = () =>
    Promise.all(
      [passkeysQuery(), viewerQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey: [...queryKey] })),
    )
  return useMutation({ mutationFn: change, onSettled })
}

/** Signs in with the chosen passkey and fetches the profile. A hosted project may still require a code. */
export async function signInWithPasskey(cache: QueryClient): Promise<Outcome> {
  const canceled = t('The passkey prompt was closed or timed out, or this device has no passkey for this site.')
  const outcome = await ceremony((auth) => auth.signInWithPasskey(), canceled)
  if (outcome.ok && !isCodeRequired()) await fetchProfile(cache)
  return !outcome.ok && outcome.code === 'webauthn_credential_not_found' ? { ...outcome, message: unknown } : outcome
}

const unknown = t(
  'This site doesn’t recognize that passkey. It may have been removed. Sign in with your password, and delete the passkey from your device.',
)

type Answer<Data> = { data: Data; error: null } | { data: unknown; error: AuthError | CeremonyFault }

/** Runs a ceremony between the browser and the identity provider, either of which can fail. */
async function ceremony<Data>(
  run: (auth: GoTrueClient) => Promise<Answer<Data>>,
  canceled: string,
): Promise<Outcome<Data>> {
  const outcome = await askIdentity<{ result: Data } | { fault: CeremonyFault }>(async (auth) => {
    const { data, error } = await run(auth)
    if (!error) return { data: { result: data }, error: null }
    return 'status' in error ? { data: null, error } : { data: { fault: error }, error: null }
  })
  if (!outcome.ok) return outcome
  if ('result' in outcome.data) return { ok: true, data: outcome.data.result }
  return { ok: false, message: ceremonyWords(outcome.data.fault, canceled) }
}
