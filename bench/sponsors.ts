import { getUserByUsername, User } from '#features/people/profiles/profiles.contract.ts'
import { listSponsors } from '#features/work/sponsorship/sponsors.contract.ts'
import { type Db, run } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { mediansMs } from './duration.ts'
import { msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const rounds = 100

/** Compares the sponsor list of a member with 10,000 sponsors, which shows five of them, to that of a member with
 *  ten. */
export async function measureSponsors({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, seedSponsors)
  const listOf = async (username: string) => {
    const user = User.parse(await (await fetch(url + getUserByUsername.href({ username }))).json())
    return url + listSponsors.href({ id: user.id })
  }
  const urls = [await listOf('sponsored'), await listOf('hardly')]
  const [many, few] = await mediansMs(urls, rounds)
  return [
    {
      name: 'sponsors: list of 10,000, p50 as a multiple of a list of ten',
      value: many! / few!,
      limit: { atMost: 2 },
      info: msOf(many!, few!),
    },
  ]
}

async function seedSponsors(db: Db): Promise<void> {
  await run(db)`
    insert into members (issuer, subject, username, display_name)
    values ('bench', 'sponsored', 'sponsored', 'Sponsored'), ('bench', 'hardly', 'hardly', 'Hardly')`
  await run(db)`
    insert into sponsors (member_id, source, display_name, monthly_cents, is_private)
    select id, 'manual', 'Sponsor ' || n, 500, false
    from members, generate_series(1, case username when 'sponsored' then 10000 else 10 end) n
    where username in ('sponsored', 'hardly')`
}
