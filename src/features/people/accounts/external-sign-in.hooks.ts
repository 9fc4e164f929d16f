import { useQuery } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { askIdentity, landingUrl, type Outcome } from './identity-client.hooks.ts'
import { type ExternalProvider, identityOffers, useHostedIdentity } from './identity-settings.hooks.ts'

/** Where a sign-in returns to, and what it carries. */
export interface ExternalStart {
  redirectTo: string
  queryParams?: Record<string, string>
}

/** @param next the page to open after signing in @param invitation the secret of an invitation link */
export function useExternalStart(next: string, invitation: string | null = null): ExternalStart {
  const isHosted = useHostedIdentity()
  // Hosted projects redirect only to the URLs that they allow, and do not know about invitations.
  if (isHosted) return { redirectTo: typeof location === 'undefined' ? '' : landingUrl() }
  return { redirectTo: returnTo({ next }), ...(invitation !== null && { queryParams: { invitation } }) }
}

function returnTo(query: Record<string, string>): string {
  return typeof location === 'undefined' ? '' : `${landingUrl()}?${new URLSearchParams(query).toString()}`
}

/** Redirects to the provider's sign-in page, unless the identity provider does not offer it or does not respond. */
export async function signInAt(
  provider: ExternalProvider,
  options: ExternalStart,
): Promise<Outcome | 'not offered' | 'unreachable'> {
  const offers = await identityOffers().catch(() => null)
  if (!offers) return 'unreachable'
  if (!offers.external.includes(provider)) return 'not offered'
  return askIdentity((auth) => auth.signInWithOAuth({ provider, options }))
}

/** Returns the toast for a sign-in that could not start. */
export const unavailable = (label: string) => ({
  title: t('Signing in with {label} is unavailable', { label }),
  description: t('Try again in a moment.'),
  variant: 'error' as const,
})

/** Completes the sign-in with which the browser has returned from a provider. @param flowId which sign-in, because several
 *  tabs can have started one */
export const exchangeCode = ({ code, flowId }: { code: string; flowId: string | null }): Promise<Outcome> =>
  askIdentity((auth) => auth.exchangeCodeForSession(code, flowId === null ? undefined : { flowId }))

/** Redirects to the provider's sign-in page, to connect the account there to the member's. */
export const connectAccount = (provider: ExternalProvider): Promise<Outcome> =>
  askIdentity((auth) =>
    auth.linkIdentity({
      provider,
      options: { redirectTo: returnTo({ type: 'link', next: `${accountSettingsAddress.href()}#connected-accounts` }) },
    }),
  )

/** Redirects to the provider's sign-in page, where the member signs in again to confirm their identity. */
export const confirmAt = (provider: ExternalProvider): Promise<Outcome> =>
  askIdentity((auth) =>
    auth.linkIdentity({
      provider,
      options: {
        redirectTo: returnTo({ type: 'confirm', next: location.pathname + location.search + location.hash }),
        queryParams: { purpose: 'confirm' },
      },
    }),
  )

/** Returns the providers at which members can sign in. */
export const useExternalProviders = () =>
  useQuery({ queryKey: ['/auth/v1/settings'], queryFn: identityOffers, staleTime: Infinity }).data?.external ?? []

/** Returns the name of the provider, for people. */
export function useProviderLabel(provider: string): string {
  const { signInProvider } = useSite()
  return provider === 'github' ? 'GitHub' : (signInProvider ?? t('Another site'))
}
