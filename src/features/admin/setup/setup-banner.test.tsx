import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { SetupBanner } from './setup-banner.tsx'

beforeEach(() => {
  localStorage.clear()
  signInHere()
})

async function linkFor(role: 'admin' | 'member') {
  await import('./back-to-setup.tsx')
  answer({ 'GET /api/users/me': () => Response.json({ ...alice, role }) })
  await settle(() => cacheProfile({ ...alice, role }))
  const { page } = await mount(<SetupBanner />)
  await settle()
  return page.querySelector('a')?.getAttribute('href')
}

test('leads administrators back to a setup that they have not finished', async () => {
  assert.equal(await linkFor('admin'), undefined)
  localStorage.setItem('setup_open', 'true')
  assert.equal(await linkFor('admin'), '/admin/setup')
  assert.equal(await linkFor('member'), undefined)
})
