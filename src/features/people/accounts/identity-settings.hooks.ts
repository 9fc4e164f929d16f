import * as z from 'zod/mini'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { call } from '#web/call.ts'
import { getIdentityConfig } from './accounts.contract.ts'

const Settings = z.object({
  external: z.record(z.string(), z.unknown()),
  passkeys_enabled: z.optional(z.boolean()),
})

/** The providers that this site knows, by their names at the identity provider. */
const externalProviders = ['github', 'custom:oidc'] as const
/** A site where members can sign in. */
export type ExternalProvider = (typeof externalProviders)[number]

export const isExternalProvider = (name: string): name is ExternalProvider =>
  externalProviders.some((provider) => provider === name)

/** Returns which other sign-in methods the identity provider offers. @throws Error if it does not respond */
export async function identityOffers(): Promise<{ external: ExternalProvider[]; passkeys: boolean }> {
  const { url, anonKey } = await call(getIdentityConfig, {})
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } })
  const { external, passkeys_enabled: passkeys = false } = Settings.parse(await answer.json())
  return { external: externalProviders.filter((name) => external[name] === true), passkeys }
}

/** Returns whether the site uses a hosted identity provider. */
export const useHostedIdentity = (): boolean => useSite().minPasswordLength === undefined
