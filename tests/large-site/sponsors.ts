import { type Db, run } from '#kernel/db.ts'

/** 5,000 sponsors for each of six members. */
export async function seedSponsors(db: Db): Promise<void> {
  await run(db)`
    insert into sponsors (member_id, source, display_name, picture, is_private)
    select 1 + n % 6, 'manual', 'Sponsor', 'https://pictures.example/' || n, false from generate_series(1, 30000) n`
  await run(db)`
    insert into sponsor_counts (member_id, sponsor_count, monthly_cents)
    select member_id, count(*), 0 from sponsors group by member_id`
}
