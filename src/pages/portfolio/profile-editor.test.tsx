import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { ProfileEditor } from './profile-editor.tsx'

test('focuses the name, because the first field, for the picture’s URL, is a minor one', async () => {
  signInHere()
  answer({ 'GET /api/users/me': () => Response.json(alice) })
  const { page } = await mount(<ProfileEditor />)
  await settle()
  await settle(() => page.querySelector('button')!.click())
  assert.equal(document.activeElement?.getAttribute('name'), 'displayName')
})
