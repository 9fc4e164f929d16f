import assert from 'node:assert/strict'
import { onTestFinished } from 'vitest'
import type { EmbeddedOptions } from '#providers/identity/embedded.ts'
import type { ProviderName } from '#providers/identity/external-provider.ts'
import { browserClient, testIdentity, unique } from './identity.ts'
import { startSignInProviders } from './sign-in-providers.ts'

export const bothProviders: ProviderName[] = ['github', 'custom:oidc']

export type ExternalSite = Awaited<ReturnType<typeof siteWithProviders>>

/** Starts a site where members can sign in at fakes of GitHub and an OpenID Connect provider. */
export async function siteWithProviders(options: Partial<EmbeddedOptions> = {}) {
  const providers = await startSignInProviders()
  onTestFinished(providers.close)
  const site = await testIdentity({ external: providers.settings, ...options })
  providers.redirectUri = `${site.url}/auth/v1/callback`
  newPerson()

  /** Changes who is signed in at the providers. */
  function newPerson(changes: Partial<typeof providers.person> = {}) {
    const id = unique()
    const email = `octo${id}@example.org`
    providers.person = { id, username: `octo-${id}`, name: 'Octo Cat', email, isEmailVerified: true, ...changes }
    return providers.person
  }
  return { ...site, providers, newPerson, browser: () => browserClient(site.url, undefined, 'pkce') }
}

type Browser = ReturnType<typeof browserClient>

interface Start {
  provider?: ProviderName
  redirectTo?: string
  invitation?: string
}

/** Starts a sign-in in the browser. @returns the URL of the provider's sign-in page */
export async function startSignIn(
  site: ExternalSite,
  browser: Browser,
  { provider = 'github', redirectTo = `${site.url}/auth?next=%2Fsettings`, invitation }: Start = {},
): Promise<string> {
  const options = { redirectTo, skipBrowserRedirect: true, ...(invitation && { queryParams: { invitation } }) }
  const { data } = await browser.auth.signInWithOAuth({ provider, options })
  return follow(data.url!)
}

/** Starts connecting an account in the browser. @returns the URL of the provider's sign-in page */
export const startConnecting = (site: ExternalSite, browser: Browser, provider: ProviderName = 'github') =>
  startInSession(browser, provider, { redirectTo: `${site.url}/auth?type=link` })

async function startInSession(browser: Browser, provider: ProviderName, options: object) {
  const { data, error } = await browser.auth.linkIdentity({
    provider,
    options: { ...options, skipBrowserRedirect: true },
  })
  return { url: data?.url ?? '', error }
}

/** Signs in at the provider. @returns the page of the site to which the browser returns */
export const returnFrom = async (providerUrl: string): Promise<URL> => new URL(await follow(await follow(providerUrl)))

/** Signs in at a provider and exchanges the code. */
export async function signInAt(site: ExternalSite, start: Start & { browser?: Browser } = {}) {
  const browser = start.browser ?? site.browser()
  const landing = await returnFrom(await startSignIn(site, browser, start))
  const { data, error } = await browser.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  return { browser, landing, user: data.user, session: data.session, error }
}

/** Connects an account of the provider. */
export async function connectAt(site: ExternalSite, browser: Browser, provider: ProviderName = 'github') {
  return complete(browser, await startConnecting(site, browser, provider))
}

/** Confirms the member's identity with the account that they are signed in to at the provider. */
export async function confirmAt(site: ExternalSite, browser: Browser, provider: ProviderName = 'github') {
  const options = { redirectTo: `${site.url}/auth?type=confirm`, queryParams: { purpose: 'confirm' } }
  return complete(browser, await startInSession(browser, provider, options))
}

async function complete(browser: Browser, { url, error }: Awaited<ReturnType<typeof startConnecting>>) {
  if (error) return error
  const landing = await returnFrom(url)
  return (await browser.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).error
}

/** Returns the URL to which a page redirects. */
export async function follow(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  assert.ok(location, `${url} does not redirect: ${response.status} ${await response.text()}`)
  return location
}
