import { User, getUserByUsername, getFollowers } from '#features/people/profiles/profiles.contract.ts'
import { type Db, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { mediansMs } from './duration.ts'
import { msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const manyFollowers = 100_000
const fewFollowers = 10
const rounds = 100
const limit = 10

/** Compares the profile and follower pages of a member with 100,000 followers to those of a member with ten
 *  followers. */
export async function measureFollows({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, seedFollows)
  const address = (username: string) => url + getUserByUsername.href({ username })
  const popular = await userAt(address('popular'))
  const quiet = await userAt(address('quiet'))
  const page = (id: number, page: number) => `${url}${getFollowers.href({ id })}?limit=${limit}&page=${page}`
  const last = manyFollowers / limit
  const [profile, ofFew, first, firstOfFew, lastPage, middlePage] = await mediansMs(
    [
      address('popular'),
      address('quiet'),
      page(popular.id, 1),
      page(quiet.id, 1),
      page(popular.id, last),
      page(popular.id, last / 2),
    ],
    rounds,
  )
  return [
    row('profile: 100,000 followers, p50 as a multiple of one with ten', profile!, ofFew!, 2),
    row('followers: first page of 100,000, p50 as a multiple of the page of ten', first!, firstOfFew!, 2),
    row('followers: last page of 100,000, p50 as a multiple of the first page', lastPage!, first!, 2),
    row('followers: middle page of 100,000, p50 as a multiple of the first page', middlePage!, first!, 10),
  ]
}

const row = (name: string, ms: number, baselineMs: number, atMost: number): Row => ({
  name,
  value: ms / baselineMs,
  limit: { atMost },
  info: msOf(ms, baselineMs),
})

const userAt = async (address: string): Promise<User> => User.parse(await (await fetch(address)).json())

/** Adds two members without posts, and their followers. */
async function seedFollows(db: Db): Promise<void> {
  await run(db)`
    insert into members (issuer, subject, username, display_name)
    select 'bench', 'follows ' || n, case n when 0 then 'popular' when -1 then 'quiet' else 'follower' || n end, 'Follower ' || n
    from generate_series(-1, ${manyFollowers}::int) as n`
  // Skips the triggers that create notifications: they would take minutes for this many rows.
  await sql`alter table follows disable trigger user`.execute(db)
  await addFollowers(db, 'popular', manyFollowers)
  await addFollowers(db, 'quiet', fewFollowers)
  await sql`alter table follows enable trigger user`.execute(db)
  await run(db)`
    insert into follow_counts (member_id, followers_count, following_count)
    select member_id, sum(followers), sum(following) from (
      select following_id as member_id, 1 as followers, 0 as following from follows
      union all select follower_id, 0, 1 from follows) as sides
    group by member_id`
  await sql`vacuum analyze`.execute(db)
}

const addFollowers = (db: Db, username: string, followers: number) => run(db)`
  insert into follows (follower_id, following_id, created_at)
  select id, (select id from members where lower(username) = ${username}), now() - id * interval '1 second'
  from members where issuer = 'bench' and username like 'follower%' order by members.id limit ${followers}`
