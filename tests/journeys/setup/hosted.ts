import { expect } from '@playwright/test'
import { type HostedSupabase, startHostedSupabase } from '../../hosted-supabase.ts'
import { type RunningSite, startSite, temporaryDataDir } from '../../site.ts'
import { test as journey } from './journey.ts'

interface WorkerFixtures {
  project: HostedSupabase
  site: RunningSite
}

/** A journey through a site whose settings name a Supabase project; nothing else differs from an empty site. */
export const test = journey.extend<object, WorkerFixtures>({
  project: [
    async ({ browserName: _browserName }, use) => {
      const project = await startHostedSupabase()
      await use(project)
      await project.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [
    async ({ project }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const site = await startSite(dataDir, { LOG_LEVEL: 'warn', OWNER_USERNAME: 'keeper', ...project.settings })
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // No service lets a page send headers of its own to another origin.
  extraHTTPHeaders: async ({ baseURL: _baseURL }, use) => use({}),
})
