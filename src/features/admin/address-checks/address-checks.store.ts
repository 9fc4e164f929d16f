import { shownText } from '#messages/messages.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import type { AddressCheck, AddressCheckResult, CheckedAddress, CheckQuery } from './address-checks.contract.ts'
import type { Outcome } from './outcome.contract.ts'

interface NewCheck {
  memberId: number
  sitemapUrl: string | null
  addresses: string[]
}

/** Replaces the latest check, in `db`'s transaction. @returns its id */
export async function createCheck(db: Db, { memberId, sitemapUrl, addresses }: NewCheck): Promise<number> {
  await run(db)`lock table address_checks in share row exclusive mode`
  await run(db)`delete from address_checks`
  const row = await one<{ id: number }>(db)`
    insert into address_checks (member_id, sitemap_url) values (${memberId}, ${sitemapUrl}) returning id`
  await addAddresses(db, row!.id, addresses)
  return row!.id
}

/** Adds addresses to a check, unless it has been replaced. */
export const addAddresses = (db: Db, checkId: number, addresses: readonly string[]) => run(db)`
  insert into checked_addresses (check_id, place, address)
  select id, place, address from address_checks, unnest(${addresses}::text[]) with ordinality as given (address, place)
  where id = ${checkId} on conflict do nothing`

/** @returns null if the check has been replaced */
export const startCheck = (db: Db, id: number) => one<{ sitemapUrl: string | null; hasAddresses: boolean }>(db)`
  update address_checks set state = 'running', problem = null where id = ${id}
  returning sitemap_url as "sitemapUrl",
    exists (select from checked_addresses where check_id = ${id}) as "hasAddresses"`

export const endCheck = (db: Db, id: number, problem: string | null) => run(db)`
  update address_checks set problem = ${problem}, state = ${problem === null ? 'done' : 'failed'} where id = ${id}`

/** Returns the next unchecked addresses, or none if the check has been replaced. */
export const listUnchecked = (db: Db, checkId: number, limit: number) => many<{ place: number; address: string }>(db)`
  select place, address from checked_addresses where check_id = ${checkId} and is_ok is null order by place limit ${limit}`

export interface Checked {
  place: number
  isOk: boolean
  outcome: Outcome
}
export const saveOutcomes = (db: Db, checkId: number, checked: readonly Checked[]) => run(db)`
  update checked_addresses set is_ok = given.is_ok, outcome = given.outcome
  from unnest(${checked.map(({ place }) => place)}::int[], ${checked.map(({ isOk }) => isOk)}::boolean[],
    ${checked.map(({ outcome }) => JSON.stringify(outcome))}::jsonb[]) as given (place, is_ok, outcome)
  where check_id = ${checkId} and checked_addresses.place = given.place`

type CheckRow = Omit<AddressCheck, 'createdAt'> & { id: number; createdAt: Date }
const latest = sql`
  select id, state, sitemap_url as "sitemapUrl", problem, created_at as "createdAt",
    count(address)::int as "addressCount", count(is_ok)::int as "checkedCount",
    (count(*) filter (where not is_ok))::int as "failedCount"
  from address_checks left join checked_addresses on check_id = id group by id order by id desc limit 1`

/** Returns the latest check and a page of its results. */
export async function findLatestCheck(db: Db, { page, limit, show }: CheckQuery): Promise<AddressCheckResult> {
  const row = await one<CheckRow>(db)`${latest}`
  if (!row) return { check: null, addresses: [], page, totalPages: 0, total: 0 }
  const { id, createdAt, ...check } = row
  const total = show === 'failed' ? check.failedCount : check.checkedCount
  const part = show === 'failed' ? sql`not is_ok` : sql`is_ok is not null`
  const addresses = await many<CheckedAddress>(db)`
    select place, address, is_ok as "isOk", outcome from checked_addresses where check_id = ${id} and ${part}
    order by place limit ${limit} offset ${(page - 1) * limit}`
  return {
    check: { ...check, problem: check.problem && shownText(check.problem), createdAt: createdAt.toISOString() },
    addresses,
    page,
    totalPages: totalPagesOf(total, limit),
    total,
  }
}

export const forgetChecksOf = (db: Db, memberId: number) => run(db)`
  update address_checks set member_id = null where member_id = ${memberId}`
