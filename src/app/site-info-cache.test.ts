import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsOf } from '#features/admin/site-settings/live-site-settings.ts'
import { connect } from '#kernel/db.ts'
import { testConnection } from '#tests/support/database.ts'
import { createSiteInfoCache } from './site-info-cache.ts'

const settingsNamed = (name: string) => ({
  settings: { ...defaultSettings, name },
  icons: null,
  cover: null,
  styles: null,
  customStyles: null,
})

/** A site whose content and settings the test changes. */
async function site() {
  const at = { stamp: 1 as number | null, settings: settingsNamed('Loom'), nowMs: 0, reads: 0 }
  const siteSettings = siteSettingsOf({}, () => at.settings)
  const facts = {
    get name() {
      return siteSettings.name
    },
    ownerUsername: null,
    canSendEmail: false,
  }
  const db = connect({ ...(await testConnection()), onError: assert.fail, onStatement: () => at.reads++ })
  onTestFinished(() => db.destroy())
  const siteInfo = createSiteInfoCache({
    ctx: { db, site: facts, siteSettings },
    changes: { stampOf: () => at.stamp },
    now: () => at.nowMs,
  })
  return { at, siteInfo }
}

test('reads the site again only after content or the settings have changed, or after ten seconds', async () => {
  const { at, siteInfo } = await site()
  const first = await siteInfo()
  assert.equal(await siteInfo(), first)
  assert.equal(at.reads, 1)
  at.stamp = 2
  assert.equal(await siteInfo(), first) // nothing that it contains has changed
  assert.equal(at.reads, 2)
  at.settings = settingsNamed('Warp')
  assert.equal((await siteInfo()).name, 'Warp')
  assert.equal(at.reads, 3)
  at.nowMs += 10_000
  await siteInfo()
  assert.equal(at.reads, 4)
})

test('reads the site each time while changes may be missed', async () => {
  const { at, siteInfo } = await site()
  at.stamp = null
  await siteInfo()
  await siteInfo()
  assert.equal(at.reads, 2)
})
