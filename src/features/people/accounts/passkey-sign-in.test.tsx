import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

afterEach(() => vi.unstubAllGlobals())

async function signInOptions(settings: () => Response) {
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/settings': settings,
  })
  const { page } = await mount(<PasskeySignIn onSignedIn={() => undefined} />)
  await settle(() => import('./passkey-button.tsx'))
  return { text: page.textContent, asked: asked.length }
}
const offers = (passkeys_enabled: boolean) => () => Response.json({ external: {}, passkeys_enabled })

test('offers passkey sign-in only if both the browser and the provider support it', async () => {
  assert.deepEqual(await signInOptions(offers(true)), { text: '', asked: 0 })
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  assert.equal((await signInOptions(offers(true))).text, 'Sign in with a passkey')
  assert.equal((await signInOptions(offers(false))).text, '')
  assert.equal((await signInOptions(() => new Response('', { status: 503 }))).text, '')
})
