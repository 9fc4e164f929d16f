import * as z from 'zod/mini'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { call } from '#web/call.ts'
import { getIdentityConfig } from './accounts.contract.ts'

const Settings = z.object({
  external: z.object({ github: z.optional(z.boolean()) }),
  passkeys_enabled: z.optional(z.boolean()),
})

/** Returns which other sign-in methods the identity provider offers. @throws Error if it does not respond */
export async function identityOffers(): Promise<{ github: boolean; passkeys: boolean }> {
  const { url, anonKey } = await call(getIdentityConfig, {})
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } })
  const { external, passkeys_enabled: passkeys = false } = Settings.parse(await answer.json())
  return { github: external.github ?? false, passkeys }
}

/** Returns whether the site uses a hosted identity provider. */
export const useHostedIdentity = (): boolean => useSite().minPasswordLength === undefined
