import { type Db, run, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import type { WebmentionStanding } from './webmentions.store.ts'

/** What the member moderates: everything as an administrator, else what is about their own pages. */
const scopeOf = ({ id, role }: Member) => (role === 'admin' ? sql`true` : sql`owner_id = ${id}`)

/** Puts those of the mentions that the moderator moderates into the status. @returns how many it concerned */
export const decide = (db: Db, moderator: Member, ids: number[], status: WebmentionStanding) => run(db)`
  update webmentions set status = ${status}, moderated_at = now(), moderated_by = ${moderator.id}
  where id = any(${ids}::int[]) and state = 'verified' and ${scopeOf(moderator)}`
