import { type Db, one, run } from '#kernel/db.ts'
import type { Talk, Talks } from './talks.contract.ts'

/** Returns the member's talks, or null if there is no such member. */
export const findTalks = (db: Db, memberId: number) => one<Talks>(db)`
  select coalesce(talks.talks, '[]') as talks
  from members left join talks on member_id = id where id = ${memberId}`

/** Replaces the member's talks. */
export const saveTalks = (db: Db, memberId: number, talks: Talk[]) => run(db)`
  insert into talks (member_id, talks) values (${memberId}, ${JSON.stringify(talks)}::jsonb)
  on conflict (member_id) do update set talks = excluded.talks`

/** Deletes the member's talks, for account deletion. */
export const removeTalksOf = (db: Db, memberId: number) => run(db)`delete from talks where member_id = ${memberId}`
