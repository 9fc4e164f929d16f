import { type Db, many, sql } from '#kernel/db.ts'
import { seedCards } from './cards.ts'
import { seedChats } from './chats.ts'
import { seedFollows } from './follows.ts'
import { seedGithub } from './github.ts'
import { seedJobs } from './jobs.ts'
import { seedLivestreams } from './livestreams.ts'
import { seedMembers } from './members.ts'
import { seedMutes } from './mutes.ts'
import { seedNotifications } from './notifications.ts'
import { seedPosts } from './posts.ts'
import { seedProjects } from './projects.ts'
import { seedSearch } from './search.ts'
import { seedSeries } from './series.ts'
import { seedSponsors } from './sponsors.ts'
import { seedTags } from './tags.ts'
import { seedWebmentions } from './webmentions.ts'

/** Fills an empty database with a large site. */
export async function seed(db: Db): Promise<void> {
  await Promise.all([seedMembers(db), seedPosts(db)])
  await Promise.all(
    [
      seedSearch,
      seedCards,
      seedChats,
      seedFollows,
      seedGithub,
      seedJobs,
      seedLivestreams,
      seedMutes,
      seedNotifications,
      seedProjects,
      seedSeries,
      seedSponsors,
      seedTags,
      seedWebmentions,
    ].map((seedArea) => seedArea(db)),
  )
  await vacuum(db)
}

/** Plans depend on the number of all-visible pages, which vacuum cannot set while an earlier transaction is running. */
async function vacuum(db: Db): Promise<void> {
  const tables = sql`pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`
  const names = await many<{ name: string }>(db)`select oid::regclass as name from ${tables}`
  for (let left = names; left.length > 0;) {
    await Promise.all(left.map(({ name }) => sql`vacuum analyze ${sql.raw(name)}`.execute(db)))
    left = await many<{ name: string }>(db)`select oid::regclass as name from ${tables} and relallvisible < relpages`
  }
}
