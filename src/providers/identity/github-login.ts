import type { Configuration } from 'openid-client'
import * as z from 'zod/mini'
import {
  allowHttp,
  type GithubSettings,
  type ExternalProvider,
  openId,
  requestOf,
  timeoutSeconds,
} from './external-provider.ts'

const GithubUser = z.object({ id: z.int(), login: z.string(), name: z.nullish(z.string()) })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Creates the sign-in with GitHub, which supports OAuth but not OpenID Connect: GitHub's API says who has signed in.
 *  Source: GitHub Docs, Authorizing OAuth apps. */
export function githubLogin(
  { clientId, clientSecret, url, apiUrl }: GithubSettings,
  callbackUrl: string,
): ExternalProvider {
  const issuer = `${url}/login/oauth`

  async function configuration(): Promise<Configuration> {
    const library = await openId()
    const server = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
    }
    const config = new library.Configuration(server, clientId, {}, library.ClientSecretPost(clientSecret))
    config.timeout = timeoutSeconds
    for (const change of allowHttp(url, library)) change(config)
    return config
  }

  return {
    name: 'github',
    label: 'GitHub',
    issuer,

    async signInUrl(checks) {
      const { buildAuthorizationUrl } = await openId()
      return buildAuthorizationUrl(await configuration(), await requestOf(checks, callbackUrl, 'user:email'))
    },

    async profileAt(callback, { state, verifier }) {
      const { authorizationCodeGrant, fetchProtectedResource } = await openId()
      const config = await configuration()
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token: token } = await authorizationCodeGrant(config, callback, checks)
      const ask = async (path: string): Promise<unknown> => {
        const response = await fetchProtectedResource(config, token, new URL(apiUrl + path), 'GET', null, accept())
        return response.json()
      }
      const { id, login, name } = GithubUser.parse(await ask('/user'))
      const emails = GithubEmails.parse(await ask('/user/emails'))
      const primary = emails.find((one) => one.primary)
      return {
        issuer,
        subject: String(id),
        email: primary?.email ?? null,
        isEmailVerified: primary?.verified ?? false,
        username: login,
        fullName: name ?? null,
      }
    },
  }
}

const accept = () => new Headers({ accept: 'application/vnd.github+json' })
