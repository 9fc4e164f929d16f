import { request } from '@playwright/test'
import { startSite, temporaryDataDir } from '../../support/site.ts'
import { createMember } from './members.ts'

/** Prepares a data directory once: creates the database, runs the migrations, and signs up the administrator `keeper`.
 *  Each worker's site runs on a copy. @returns a function that deletes the directory after the last test */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function prepareSite(): Promise<() => void> {
  const { dataDir, remove } = temporaryDataDir()
  const site = await startSite(dataDir, { LOG_LEVEL: 'warn', OWNER_USERNAME: 'keeper' })
  const visitor = await request.newContext({ baseURL: site.url })
  await createMember(visitor, 'keeper')
  await visitor.dispose()
  if ((await site.stop()) !== 0) throw new Error(`The site did not stop cleanly.\n${site.output()}`)
  process.env.PREPARED_DATA_DIR = dataDir
  return remove
}
