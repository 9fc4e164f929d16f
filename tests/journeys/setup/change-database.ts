import { pino } from 'pino'
import { connect, type Db, run } from '#kernel/db.ts'
import { resetLimit } from '#kernel/rate-limits.store.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { signUpPerSite, unprovenSignUpPerSite } from '#providers/identity/limits.ts'
import type { RunningSite } from '../../support/site.ts'

/** Makes the session's last authentication eleven minutes old, so that the site requires confirmation before account
 *  changes. */
export const makeProofOld = (site: RunningSite, username: string): Promise<void> =>
  changeDatabase(
    site,
    (db) => run(db)`
    update identity_sessions set proven_at = now() - interval '11 minutes'
    where user_id = (select id from identity_users where email = ${`${username}@example.org`})`,
  )

/** Makes all webmentions one minute older: the site accepts the same webmention again only after half a minute. */
export const makeWebmentionsOld = (site: RunningSite): Promise<void> =>
  changeDatabase(site, (db) => run(db)`update webmentions set received_at = received_at - interval '1 minute'`)

/** Resets the limits on sign-ups that are shared by all addresses, so that journeys do not use them up for later ones. */
export const resetSignUpLimits = (site: RunningSite): Promise<void> =>
  changeDatabase(site, async (db) => {
    for (const limit of [signUpPerSite, unprovenSignUpPerSite]) await resetLimit(db, limit, 'all')
  })

async function changeDatabase({ dataDir }: RunningSite, change: (db: Db) => Promise<unknown>): Promise<void> {
  const server = await startPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const db = connect({ ...server.connection, onError: () => {} })
  await change(db)
  await db.destroy()
  await server.stop()
}
