import { callbackOf, type ExternalProviders, type ExternalSettings } from './external-provider.ts'
import { githubLogin } from './github-login.ts'
import { oidcLogin } from './oidc-login.ts'

/** Creates the providers that are configured. */
export function createExternalProviders({ github, oidc }: ExternalSettings, siteUrl: string): ExternalProviders {
  const callbackUrl = callbackOf(siteUrl)
  const providers = [github && githubLogin(github, callbackUrl), oidc && oidcLogin(oidc, callbackUrl)]
  return new Map(providers.flatMap((provider) => (provider ? [[provider.name, provider]] : [])))
}
