import { type Db, run } from '#kernel/db.ts'

/** The series with the maximum number of articles. */
export const longSeries = 'series-1'

/** 2,000 series: one with 500 articles, and the others with ten each. */
export async function seedSeries(db: Db): Promise<void> {
  await run(db)`
    insert into series (member_id, slug, name)
    select (select min(id) from all_members) + n % 100, 'series-' || n, 'Series ' || n from generate_series(1, 2000) n`
  await run(db)`
    insert into series_posts (post_id, series_id, part)
    select id, case when number <= 500 then 1 else 2 + ((number - 501) / 10) end, number
    from (select id, row_number() over (order by id)::int as number from all_posts where is_long_form limit 20490) as posts
    where number <= 500 or (number - 501) / 10 < 1999`
}
