import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { startSignInProviders } from '#tests/support/sign-in-providers.ts'
import { checkSignIn } from './sign-in-checks.ts'

const siteUrl = 'https://site.example'

test('checks the OpenID Connect provider, if there is one', async () => {
  const { settings, close } = await startSignInProviders()
  onTestFinished(close)
  const [found] = await checkSignIn({ externalLogin: settings, siteUrl })
  assert.deepEqual(
    [found?.status, found?.message],
    ['ok', `The OpenID Connect provider ${settings.oidc.url} responds.`],
  )
  assert.deepEqual(await checkSignIn({ externalLogin: { ...settings, oidc: null }, siteUrl }), [])
})

test('reports an OpenID Connect provider that does not respond, or has another issuer', async () => {
  const { settings, close, url } = await startSignInProviders()
  onTestFinished(close)
  for (const issuer of ['http://127.0.0.1:1', url.replace('127.0.0.1', 'localhost')]) {
    const [found] = await checkSignIn({
      externalLogin: { github: null, oidc: { ...settings.oidc, url: issuer } },
      siteUrl,
    })
    assert.deepEqual([found?.status, found?.message.includes('cannot be used')], ['error', true])
    assert.match(found?.fix ?? '', /Check OIDC_ISSUER/)
  }
})
