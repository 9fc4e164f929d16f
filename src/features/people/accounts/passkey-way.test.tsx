import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { PasskeyWay } from './passkey-way.tsx'

afterEach(() => vi.unstubAllGlobals())

async function ways(settings: () => Response) {
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/settings': settings,
  })
  const { page } = await mount(<PasskeyWay onSignedIn={() => undefined} />)
  await settle(() => import('./passkey-button.tsx'))
  return { text: page.textContent, asked: asked.length }
}
const offers = (passkeys_enabled: boolean) => () => Response.json({ external: {}, passkeys_enabled })

test('the way in with a passkey is there where browser and provider have it, and nowhere else', async () => {
  assert.deepEqual(await ways(offers(true)), { text: '', asked: 0 })
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  assert.equal((await ways(offers(true))).text, 'Sign in with a passkey')
  assert.equal((await ways(offers(false))).text, '')
  assert.equal((await ways(() => new Response('', { status: 503 }))).text, '')
})
