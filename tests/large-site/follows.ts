import { type Db, run } from '#kernel/db.ts'
import { members, reader, star } from './cast.ts'

/** Everyone except the star follows the star and the ten members after them. */
export async function seedFollows(db: Db): Promise<void> {
  await run(db)`
    insert into follows (follower_id, following_id, created_at)
    select n, following, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${members}::int) n, generate_series(0, 10) step,
      lateral (select case when step = 0 then ${star} else 1 + (n - 1 + step) % ${members}::int end as following) f
    where n <> ${star} and (step = 0 or following <> ${star})`
  await run(db)`
    insert into follows (follower_id, following_id)
    select ${reader}::int, ${reader}::int + n * 7 from generate_series(1, 200) n on conflict do nothing`
  await run(db)`
    insert into follow_counts (member_id, followers_count, following_count)
    select id, coalesce(followers, 0), coalesce(following, 0) from members
      left join (select following_id as id, count(*) as followers from follows group by 1) as followed using (id)
      left join (select follower_id as id, count(*) as following from follows group by 1) as following using (id)`
}
