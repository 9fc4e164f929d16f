import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import type { RedirectPair, RedirectRule } from './redirect-rules.contract.ts'
import type { Redirect, RedirectList, RedirectQuery } from './redirects.contract.ts'

export interface StoredPair extends RedirectPair {
  id: number
  origin: Redirect['origin']
}

/** Returns all redirects as entered. */
export const listPairs = (db: Db) => many<StoredPair>(db)`
  select id, from_path as "from", target as "to", origin from redirects order by id`

/** Lets only one transaction at a time change redirects, because several can form a loop. Does not block reads. */
export const lockRedirects = (db: Db) => run(db)`lock table redirects in share row exclusive mode`

const present = sql`
  select redirects.id, from_path as "from", target as "to", origin, username,
    redirects.created_at as "createdAt", redirects.updated_at as "updatedAt"
  from redirects left join members on members.id = member_id`

type Row = Omit<Redirect, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }
const presented = ({ createdAt, updatedAt, ...row }: Row): Redirect => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** Returns a page of redirects, ordered by old path. */
export async function listRedirects(db: Db, { q = '', page, limit }: RedirectQuery): Promise<RedirectList> {
  const part = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const where = q === '' ? sql`` : sql`where from_path ilike ${part} or target ilike ${part}`
  const total = (await one<{ total: number }>(db)`select count(*)::int as total from redirects ${where}`)?.total ?? 0
  const { fromEnd, skip, count } = sliceOf({ page, limit }, total)
  const order = fromEnd ? sql`desc` : sql`asc`
  // The ids first, from the index, so that skipped redirects are not joined.
  const rows = await many<Row>(db)`
    ${present} where redirects.id in (
      select id from redirects ${where} order by match_key ${order} limit ${count} offset ${skip})
    order by match_key`
  return { redirects: rows.map(presented), page, totalPages: totalPagesOf(total, limit), total }
}

export async function findRedirect(db: Db, id: number): Promise<Redirect | null> {
  const row = await one<Row>(db)`${present} where redirects.id = ${id}`
  return row && presented(row)
}

interface By {
  origin: Redirect['origin']
  memberId: number | null
}

/** Adds the redirects. Replaces those with the same key. @returns the ids */
export async function saveRedirects(
  db: Db,
  rules: readonly RedirectRule[],
  { origin, memberId }: By,
): Promise<number[]> {
  const [froms, keys, targets] = [
    rules.map(({ from }) => from),
    rules.map(({ matchKey }) => matchKey),
    rules.map(({ to }) => to),
  ]
  const rows = await many<{ id: number }>(db)`
    insert into redirects (from_path, match_key, target, origin, member_id)
    select from_path, match_key, target, ${origin}, ${memberId}::int
    from unnest(${froms}::text[], ${keys}::text[], ${targets}::text[]) with ordinality
      as given (from_path, match_key, target, place)
    order by place
    on conflict (match_key) do update
      set from_path = excluded.from_path, target = excluded.target, origin = excluded.origin,
        member_id = excluded.member_id, updated_at = now()
    returning id`
  return rows.map(({ id }) => id)
}

export const replaceRedirect = (db: Db, id: number, { from, to, matchKey }: RedirectRule, memberId: number) => run(db)`
  update redirects set from_path = ${from}, match_key = ${matchKey}, target = ${to}, origin = 'manual',
    member_id = ${memberId}, updated_at = now()
  where id = ${id}`

export const removeRedirect = (db: Db, id: number) => run(db)`delete from redirects where id = ${id}`

export const forgetRedirectsOf = (db: Db, memberId: number) => run(db)`
  update redirects set member_id = null where member_id = ${memberId}`
