import { pino } from 'pino'
import { connect, run } from '#kernel/db.ts'
import { startPostgres } from '#kernel/postgres/postgres.ts'
import type { RunningSite } from '../../site.ts'

/** Makes the session's proof eleven minutes old, so that the site asks for confirmation before account changes. */
export async function makeProofOld({ dataDir }: RunningSite, username: string): Promise<void> {
  const server = await startPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const db = connect({ ...server.connection, onError: () => {} })
  await run(db)`
    update identity_sessions set proven_at = now() - interval '11 minutes'
    where user_id = (select id from identity_users where email = ${`${username}@example.org`})`
  await db.destroy()
  await server.stop()
}
