import type { RawBuilder } from 'kysely'
import { type Db, one, sql } from '#kernel/db.ts'
import type { Slice } from '#schemas/paging.contract.ts'

type Sql = RawBuilder<unknown>

/** Skipping fewer posts than this takes less time than finding the month. */
const minSkip = 5000

/** The month in which a slice of a list begins. */
interface Start {
  /** The condition for the posts of this month and of those that follow in the order of `slice`. */
  from: Sql
  /** The slice among these posts. */
  slice: Slice
}

interface Month {
  month: string
  /** The number of posts in this month, and of those before it in the order of the slice. */
  posts: number
  before: number
}

/** Finds the month in which the slice begins, so that only posts of this month are skipped one by one, from its nearer
 *  end. Returns null if that is not worthwhile. @param months a query for `month` and `post_count`, with any number of
 *  rows per month */
export async function findStart(db: Db, months: Sql, slice: Slice): Promise<Start | null> {
  if (slice.skip < minSkip) return null
  const found = await one<Month>(db)`${startQuery(months, slice)}`
  if (!found) return null
  const nearer = fromNearerEnd(slice, found)
  const from = nearer.fromEnd
    ? sql`created_at >= ${found.month}::date::timestamp at time zone 'UTC'`
    : sql`created_at < (${found.month}::date + interval '1 month') at time zone 'UTC'`
  return { from, slice: nearer }
}

function fromNearerEnd({ fromEnd, skip, count }: Slice, { posts, before }: Month): Slice {
  const first = skip - before
  const last = posts - first - count
  return last >= 0 && last < first ? { fromEnd: !fromEnd, skip: last, count } : { fromEnd, skip: first, count }
}

const startQuery = (months: Sql, { fromEnd, skip }: Slice): Sql => sql`
  select month::text, posts::int, before::int from (
    select month, sum(post_count) as posts,
      sum(sum(post_count)) over (order by month ${fromEnd ? sql`asc` : sql`desc`}) - sum(post_count) as before
    from (${months}) as counted group by month having sum(post_count) > 0) as starts
  where before <= ${skip} order by before desc limit 1`
