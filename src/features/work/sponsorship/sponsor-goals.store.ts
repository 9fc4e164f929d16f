import { type Db, one, run, sql } from '#kernel/db.ts'
import type { GoalChange, GoalInput, SponsorGoal } from './sponsor-goals.contract.ts'

const fields = sql`id, title, amount, own_current as "ownCurrent", description, member_id as "userId",
  coalesce(own_current, (select monthly_cents / 100 from sponsor_counts where member_id = sponsor_goals.member_id), 0)
    as current, to_char(now() at time zone 'utc', 'YYYY-MM') as month`

/** Returns an object with the member's goal, which is null if they have none; returns null for an unknown member. */
export const findGoalOf = (db: Db, memberId: number) => one<{ goal: SponsorGoal | null }>(db)`
  select (select to_jsonb(shown) from (select ${fields} from sponsor_goals where member_id = members.id) as shown) as goal
  from members where id = ${memberId}`

export const findGoal = (db: Db, id: number) => one<SponsorGoal>(db)`
  select ${fields} from sponsor_goals where id = ${id} and member_id in (select id from members)`

/** @returns the goal; null if the member already has one */
export const addGoal = (db: Db, memberId: number, { title, amount, ownCurrent, description }: GoalInput) =>
  one<SponsorGoal>(db)`
    insert into sponsor_goals (member_id, title, amount, own_current, description)
    values (${memberId}, ${title}, ${amount}, ${ownCurrent ?? null}, ${description ?? ''})
    on conflict (member_id) do nothing returning ${fields}`

/** @returns the updated goal; null for an unknown goal */
export const changeGoal = (db: Db, id: number, { title, amount, ownCurrent, description }: GoalChange) =>
  one<SponsorGoal>(db)`
    update sponsor_goals set title = coalesce(${title ?? null}, title), amount = coalesce(${amount ?? null}::int, amount),
      own_current = case when ${ownCurrent === undefined}::boolean then own_current else ${ownCurrent ?? null}::int end,
      description = coalesce(${description === null ? '' : (description ?? null)}, description)
    where id = ${id} returning ${fields}`

export const deleteGoal = (db: Db, id: number) => run(db)`delete from sponsor_goals where id = ${id}`
