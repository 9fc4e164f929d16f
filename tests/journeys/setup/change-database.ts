import { pino } from 'pino'
import { sendChanges } from '#kernel/changes.store.ts'
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

/** Adds the articles “Added article {from}” to “Added article {to}”, the last one of which is the newest. */
export const addArticles = (
  site: RunningSite,
  username: string,
  { from, to }: { from: number; to: number },
): Promise<void> =>
  changeDatabase(site, async (db) => {
    await run(db)`
      with added as (
        insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
        select members.id, 'Added article ' || n, 'Text', '<p>Text</p>', repeat('An excerpt. ', 15), 1, 1, true
        from members, generate_series(${from}::int, ${to}::int) as n where username = ${username}
        returning 1)
      update post_totals set total = total + (select count(*) from added) where is_long_form and category_id = 1`
    await sendChanges(db, 'journey', ['posts', 'content'])
  })

/** Removes the articles that {@link addArticles} has added. */
export const removeAddedArticles = (site: RunningSite): Promise<void> =>
  changeDatabase(site, async (db) => {
    await run(db)`
      with removed as (delete from posts where title like 'Added article %' returning 1)
      update post_totals set total = total - (select count(*) from removed) where is_long_form and category_id = 1`
    await sendChanges(db, 'journey', ['posts', 'content'])
  })

async function changeDatabase({ dataDir }: RunningSite, change: (db: Db) => Promise<unknown>): Promise<void> {
  const server = await startPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const db = connect({ ...server.connection, onError: () => {} })
  await change(db)
  await db.destroy()
  await server.stop()
}
