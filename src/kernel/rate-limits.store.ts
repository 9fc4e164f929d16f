import { type Db, one, run, sql } from './db.ts'
import type { Limit } from './limits.contract.ts'

/** The maximum clock difference between a site's machines. A window that ends even later was created before a clock was
 *  set back, and is ignored. */
const clockSkewMs = 60_000

/** A limit and the amount to count toward it, which is 1 for a call. */
export type Charge = Pick<Limit, 'name' | 'max' | 'perSeconds'> & { amount?: number }

/** Counts a call, or another amount, for `who` (an address, a member's id, or an account). @returns null if within the
 *  limit, otherwise the number of seconds until the window ends */
export async function consume(
  db: Db,
  { amount = 1, ...limit }: Charge,
  who: string,
  nowMs: number,
): Promise<number | null> {
  const now = new Date(nowMs)
  const ends = new Date(nowMs + limit.perSeconds * 1000)
  const latestEnd = new Date(ends.getTime() + clockSkewMs)
  const isOver = sql`(limits.window_ends <= ${now} or limits.window_ends > ${latestEnd})`
  const window = await one<{ calls: number; endsMs: number }>(db)`
    insert into rate_limits as limits (key, window_ends, calls) values (${`${limit.name}:${who}`}, ${ends}, ${amount}::int)
    on conflict (key) do update set
      calls = case when ${isOver} then excluded.calls else limits.calls + excluded.calls end,
      window_ends = case when ${isOver} then excluded.window_ends else limits.window_ends end
    returning calls, (extract(epoch from window_ends) * 1000)::float8 as "endsMs"`
  if (!window || window.calls <= limit.max) return null
  return Math.min(limit.perSeconds, Math.max(1, Math.ceil((window.endsMs - nowMs) / 1000)))
}

/** Deletes windows that have ended. @returns the number of deleted windows */
export const sweepRateLimits = (db: Db, nowMs: number) =>
  run(db)`delete from rate_limits where window_ends <= ${new Date(nowMs)}`

/** Subtracts one call from the count for `who`. */
export const refund = (db: Db, limit: Limit, who: string) =>
  run(db)`update rate_limits set calls = calls - 1 where key = ${`${limit.name}:${who}`} and calls > 0`

/** Resets the count for `who`, for example after a correct password. */
export const resetLimit = (db: Db, limit: Limit, who: string) =>
  run(db)`delete from rate_limits where key = ${`${limit.name}:${who}`}`
