import { type Db, many, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import type { ModerationStatus } from './webmentions.store.ts'

/** What the member moderates: everything as an administrator, else what is about their own pages. */
const scopeOf = ({ id, role }: Member) => (role === 'admin' ? sql`true` : sql`owner_id = ${id}`)

/** Puts those of the mentions that the moderator moderates into the status. @returns of each that it concerned
 *  whose post it shows to everybody from now on; null for no post, or nothing new */
export const decide = (db: Db, moderator: Member, ids: number[], status: ModerationStatus) =>
  many<{ answered: number | null }>(db)`
  with before as (
    select id, status from webmentions where id = any(${ids}::int[]) and state = 'verified' and ${scopeOf(moderator)}
    for no key update)
  update webmentions set status = ${status}, moderated_at = now(), moderated_by = ${moderator.id}
  from before where webmentions.id = before.id
  returning case when webmentions.status = 'approved' and before.status <> 'approved' then post_id end as answered`
