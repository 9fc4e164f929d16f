import type { RawBuilder } from 'kysely'
import { type Db, one, sql } from '#kernel/db.ts'
import type { Slice } from '#schemas/paging.contract.ts'

type Sql = RawBuilder<unknown>

/** Skipping fewer posts than this takes less time than finding the month. */
const minSkip = 5000

/** The month in which a slice of a list begins. */
interface Start {
  /** The condition for posts from this month on, in the order of the slice. */
  from: Sql
  /** How many of these posts to skip. */
  skip: number
}

/** Finds the month in which the slice begins, so that only posts of this month are skipped one by one. Returns null if
 *  that is not worthwhile. @param months a query for `month` and `post_count`, with any number of rows per month */
export async function findStart(db: Db, months: Sql, { fromEnd, skip }: Slice): Promise<Start | null> {
  if (skip < minSkip) return null
  const row = await one<{ month: string; before: number }>(db)`${startQuery(months, { fromEnd, skip })}`
  if (!row) return null
  const from = fromEnd
    ? sql`created_at >= ${row.month}::date::timestamp at time zone 'UTC'`
    : sql`created_at < (${row.month}::date + interval '1 month') at time zone 'UTC'`
  return { from, skip: skip - row.before }
}

const startQuery = (months: Sql, { fromEnd, skip }: Pick<Slice, 'fromEnd' | 'skip'>): Sql => sql`
  select month::text, before::int from (
    select month, sum(sum(post_count)) over (order by month ${fromEnd ? sql`asc` : sql`desc`}) - sum(post_count) as before
    from (${months}) as counted group by month having sum(post_count) > 0) as starts
  where before <= ${skip} order by before desc limit 1`
