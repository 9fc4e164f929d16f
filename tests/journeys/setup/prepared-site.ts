import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test as base } from '@playwright/test'
import { type RunningSite, startSite, temporaryDataDir } from '../../support/site.ts'

interface WorkerFixtures {
  /** The site's environment variables, in addition to those shared by all sites in browser tests. */
  settings: Record<string, string>
  site: RunningSite
}

/** The built site with its own data directory, one per worker. The administrator `keeper` is its only member. */
export const test = base.extend<object, WorkerFixtures>({
  settings: [({ browserName: _browserName }, use) => use({}), { scope: 'worker' }],
  site: [
    async ({ settings }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      await copyPreparedData(dataDir)
      const site = await startSite(dataDir, { TRUST_PROXY: '1', LOG_LEVEL: 'warn', ...settings })
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
})

/** Copies the prepared data directory, preserving owners and modes, because PostgreSQL does not run as root. */
async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = process.env.PREPARED_DATA_DIR
  if (!prepared) throw new Error('No prepared data directory: is globalSetup missing in playwright.config.ts?')
  await promisify(execFile)('cp', ['-Rp', `${prepared}/.`, dataDir])
}
