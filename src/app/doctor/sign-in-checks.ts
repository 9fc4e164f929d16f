import { createExternalProviders } from '#providers/identity/external-providers.ts'
import type { Config } from '../config.ts'
import { type Finding, reasonOf, report } from './finding.ts'

const { ok, error } = report('sign-in')

/** Checks that the OpenID Connect provider responds. GitHub says only during a sign-in whether the client is known. */
export async function checkSignIn({
  externalLogin,
  siteUrl,
}: Pick<Config, 'externalLogin' | 'siteUrl'>): Promise<Finding[]> {
  const provider = createExternalProviders(externalLogin, siteUrl).get('custom:oidc')
  if (!provider || !externalLogin.oidc) return []
  const { url } = externalLogin.oidc
  try {
    await provider.signInUrl({ state: '', nonce: '', verifier: 'x'.repeat(43) })
    return [ok(`The OpenID Connect provider ${url} responds.`)]
  } catch (reason) {
    const fix = 'Check OIDC_ISSUER: the URL, followed by /.well-known/openid-configuration, must return JSON.'
    return [error(`The OpenID Connect provider ${url} cannot be used: ${reasonOf(reason)}.`, fix)]
  }
}
