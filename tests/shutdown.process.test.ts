import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { testDatabaseUrl, testIdentityKey } from './support/database.ts'
import { startSite, temporaryDataDir } from './support/site.ts'

test('reports that it is not ready before it stops accepting requests', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const settings = {
    DATABASE_URL: await testDatabaseUrl(),
    IDENTITY_KEY: testIdentityKey,
    SHUTDOWN_DELAY_SECONDS: '3',
    LOG_LEVEL: 'error',
  }
  const site = await startSite(dataDir, settings)
  const stopped = site.stop()
  const statusOf = async (path: string) => (await fetch(site.url + path)).status
  while ((await statusOf('/readyz')) === 200);
  assert.deepEqual([await statusOf('/readyz'), await statusOf('/healthz'), await statusOf('/')], [503, 200, 200])
  assert.equal(await stopped, 0)
  await assert.rejects(fetch(`${site.url}/healthz`))
})
