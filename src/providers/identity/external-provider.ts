import type * as openid from 'openid-client'

/** The providers' names in the protocol. */
export const providerNames = ['github', 'custom:oidc'] as const
export type ProviderName = (typeof providerNames)[number]

/** What the administrators have configured. */
export interface ExternalSettings {
  github: GithubSettings | null
  oidc: (ClientSettings & { name: string }) | null
}
export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** Where members sign in: the URL of GitHub, or the issuer of an OpenID Connect provider. */
  url: string
}
export interface GithubSettings extends ClientSettings {
  /** The URL of GitHub's API. */
  apiUrl: string
}

/** A person as a provider reports them. */
export interface ExternalProfile {
  /** Identifies the person together with `subject`, which is unique only for one issuer. */
  issuer: string
  subject: string
  /** Null if the provider does not share it. */
  email: string | null
  /** Whether the provider has verified that the address is theirs. */
  isEmailVerified: boolean
  username: string | null
  fullName: string | null
}

/** What only this server, and in part the provider, knows about a sign-in in progress. */
interface Checks {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
}

/** A site where members can sign in: GitHub or an OpenID Connect provider. */
export interface ExternalProvider {
  name: ProviderName
  /** For people. */
  label: string
  /** Identifies its accounts, together with their subjects. */
  issuer: string
  /** Returns the URL of the provider's sign-in page. @param asksAgain whether the provider should ask for credentials even
   *  if the person is signed in there; GitHub has no such option */
  signInUrl(checks: Checks, asksAgain?: boolean): Promise<URL>
  /** Exchanges the authorization code in the URL to which the provider has redirected the browser. @throws Error if the
   *  response is invalid or the provider does not respond */
  profileAt(callback: URL, checks: Checks): Promise<ExternalProfile>
}

/** The providers that are configured, by name. */
export type ExternalProviders = ReadonlyMap<string, ExternalProvider>

/** Returns the issuers whose accounts can sign in. */
export const issuersOf = (providers: ExternalProviders): string[] => [...providers.values()].map(({ issuer }) => issuer)

/** Returns the URL to register at the providers. */
export const callbackOf = (siteUrl: string): string => `${siteUrl}/auth/v1/callback`

/** Loaded when someone first signs in at a provider. */
export const openId = () => import('openid-client')

/** Seconds until the site stops waiting for a provider. */
export const timeoutSeconds = 10

/** Returns the parameters of the authorization request that are the same for every provider. */
export async function requestOf(checks: Checks, redirect_uri: string, scope: string) {
  const { calculatePKCECodeChallenge } = await openId()
  return {
    redirect_uri,
    scope,
    state: checks.state,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  }
}

/** Allows http:// for providers on the loopback interface, which is all that the settings allow. */
export function allowHttp(
  url: string,
  { allowInsecureRequests }: typeof openid,
): ((config: openid.Configuration) => void)[] {
  // Deprecated only to warn about it.
  // oxlint-disable-next-line typescript/no-deprecated
  return url.startsWith('http:') ? [allowInsecureRequests] : []
}
