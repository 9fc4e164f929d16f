import { type Db, inTransaction, one, run, sql } from '#kernel/db.ts'
import { maxTiers, type SponsorTier, type TierChange, type TierInput } from './sponsor-tiers.contract.ts'

const fields = sql`id, name, amount_cents as amount, description, benefits, member_id as "userId"`

/** Lists the member's tiers, lowest amount first; returns null for an unknown member. */
export async function listTiers(db: Db, memberId: number): Promise<SponsorTier[] | null> {
  const row = await one<{ tiers: SponsorTier[] }>(db)`
    select coalesce((select jsonb_agg(to_jsonb(listed) order by amount, id) from (
      select ${fields} from sponsor_tiers where member_id = members.id) as listed), '[]') as tiers
    from members where id = ${memberId}`
  return row && row.tiers
}

export const findTier = (db: Db, id: number) => one<SponsorTier>(db)`
  select ${fields} from sponsor_tiers where id = ${id} and member_id in (select id from members)`

/** @returns the tier; null if the member already has {@link maxTiers} */
export const addTier = (db: Db, memberId: number, { name, amount, description, benefits }: TierInput) =>
  inTransaction(db, async (db) => {
    await run(db)`select from members where id = ${memberId} for no key update`
    return one<SponsorTier>(db)`
      insert into sponsor_tiers (member_id, name, amount_cents, description, benefits)
      select ${memberId}::int, ${name}, ${amount}::int, ${description ?? ''}, ${benefits ?? []}::text[]
      where (select count(*) from sponsor_tiers where member_id = ${memberId}) < ${maxTiers}::int
      returning ${fields}`
  })

/** @returns the updated tier; null for an unknown tier */
export const changeTier = (db: Db, id: number, { name, amount, description, benefits }: TierChange) => one<SponsorTier>(
  db,
)`
  update sponsor_tiers set name = coalesce(${name ?? null}, name),
    amount_cents = coalesce(${amount ?? null}::int, amount_cents),
    description = coalesce(${description === null ? '' : (description ?? null)}, description),
    benefits = coalesce(${benefits === null ? [] : (benefits ?? null)}::text[], benefits)
  where id = ${id} returning ${fields}`

export const deleteTier = (db: Db, id: number) => run(db)`delete from sponsor_tiers where id = ${id}`
