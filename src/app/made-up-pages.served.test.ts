import assert from 'node:assert/strict'
import { test } from 'vitest'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'

test('returns 200 for the first page of an empty list', async () => {
  const site = await servedSite()
  const token = await site.register('ada')
  const settings = { ...defaultSettings, sectionsOff: [] }
  await site.ask('/api/admin/settings', { method: 'PUT', token, body: { version: 0, settings } })
  for (const path of ['/', '/?page=1', '/blog', '/projects', '/guestbook'])
    assert.equal((await site.ask(path)).status, 200, path)
})
