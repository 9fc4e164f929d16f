import { expect } from '@playwright/test'
import { type HostedSupabase, startHostedSupabase } from '../../support/hosted-supabase.ts'
import { startSite, temporaryDataDir } from '../../support/site.ts'
import { test as journey } from './journey.ts'

/** A journey through a site that uses a Supabase project and has no other settings. */
export const test = journey.extend<object, { project: HostedSupabase }>({
  project: [
    async ({ browserName: _browserName }, use) => {
      const project = await startHostedSupabase()
      await use(project)
      await project.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: [({ project }, use) => use(project.settings), { scope: 'worker' }],
  site: [
    async ({ settings }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const site = await startSite(dataDir, { LOG_LEVEL: 'warn', OWNER_USERNAME: 'keeper', ...settings })
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Custom headers on cross-origin requests would fail the CORS checks.
  extraHTTPHeaders: async ({ baseURL: _baseURL }, use) => use({}),
})
