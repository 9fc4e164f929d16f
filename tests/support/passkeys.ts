import type { SupabaseClient } from '@supabase/supabase-js'
import { Authenticator } from './authenticator.ts'
import { signedUp, type TestIdentity } from './identity.ts'

/** Returns the origin at which a site on a loopback port uses passkeys. */
export const originOf = (site: { url: string }) => site.url.replace('127.0.0.1', 'localhost')

type Odd = Parameters<Authenticator['create']>[1]

/** Adds the passkey to the account through the same calls that the client makes in a browser. */
export async function addPasskey(client: SupabaseClient, device: Authenticator, odd: Odd = {}) {
  const { data, error } = await client.auth.passkey.startRegistration()
  if (error) return { data: null, error }
  return client.auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: device.create(data.options, odd),
  })
}

/** Signs in with the passkey in a new browser. */
export async function passkeySignIn(site: TestIdentity, device: Authenticator, odd: Odd = {}) {
  const client = site.client()
  const { data, error } = await client.auth.passkey.startAuthentication()
  if (error) return { client, data: null, error }
  const credential = device.get(data.options, odd)
  return { client, ...(await client.auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential })) }
}

/** Signs up a new user with a passkey, which raises the session to AAL2. */
export async function withPasskey(site: { url: string }) {
  const person = await signedUp(site)
  const device = new Authenticator(originOf(site))
  const { data, error } = await addPasskey(person.client, device)
  if (error) throw error
  await person.client.auth.refreshSession()
  return { ...person, device, passkeyId: data.id }
}
