import type { ClientAuth, Configuration, IDToken } from 'openid-client'
import {
  allowHttp,
  type ClientSettings,
  type ExternalProvider,
  openId,
  requestOf,
  timeoutSeconds,
} from './external-provider.ts'

/** How long the provider's metadata is cached. */
const metadataMs = 3_600_000

/** Creates the sign-in with an OpenID Connect provider. Source: OpenID Connect Core 1.0. */
export function oidcLogin(
  { clientId, clientSecret, url, name }: ClientSettings & { name: string },
  callbackUrl: string,
): ExternalProvider {
  let cached: { config: Promise<Configuration>; readAtMs: number } | null = null

  /** Returns the provider's metadata. Failures are not cached. */
  function configuration(): Promise<Configuration> {
    const known = cached
    if (known && Date.now() - known.readAtMs < metadataMs) return known.config
    const fresh = { config: discover(), readAtMs: Date.now() }
    cached = fresh
    fresh.config.catch(() => {
      if (cached === fresh) cached = null
    })
    return fresh.config
  }

  async function discover(): Promise<Configuration> {
    const library = await openId()
    const { discovery, enableNonRepudiationChecks } = library
    // The library checks the ID token's signature only if asked to.
    const execute = [...allowHttp(url, library), enableNonRepudiationChecks]
    return discovery(new URL(url), clientId, {}, await authentication(), { execute, timeout: timeoutSeconds })
  }

  /** Sends the secret in the Authorization header, unless the provider accepts it only in the body. */
  async function authentication(): Promise<ClientAuth> {
    const { ClientSecretBasic, ClientSecretPost } = await openId()
    return (server, ...request) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
      return method(clientSecret)(server, ...request)
    }
  }

  return {
    name: 'custom:oidc',
    label: name,
    issuer: url,

    async signInUrl(checks, asksAgain = false) {
      const { buildAuthorizationUrl } = await openId()
      const request = await requestOf(checks, callbackUrl, 'openid profile email')
      return buildAuthorizationUrl(await configuration(), {
        ...request,
        nonce: checks.nonce,
        ...(asksAgain && { prompt: 'login' }),
      })
    },

    async profileAt(callback, { state, nonce, verifier }) {
      const { authorizationCodeGrant } = await openId()
      const config = await configuration()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      const tokens = await authorizationCodeGrant(config, callback, checks)
      const idToken = tokens.claims()!
      const claims = await claimsOf(config, idToken, tokens.access_token)
      return {
        issuer: url, // the library has checked `iss` against the metadata at this URL
        subject: idToken.sub,
        email: textOf(claims.email),
        isEmailVerified: claims.email_verified === true,
        username: textOf(claims.preferred_username),
        fullName: textOf(claims.name),
      }
    },
  }
}

/** Returns the claims about the person, from the user info endpoint if the ID token does not contain the address. */
async function claimsOf(
  config: Configuration,
  idToken: IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  if (idToken.email !== undefined || !config.serverMetadata().userinfo_endpoint) return idToken
  const { fetchUserInfo } = await openId()
  return { ...(await fetchUserInfo(config, accessToken, idToken.sub)) }
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null)
