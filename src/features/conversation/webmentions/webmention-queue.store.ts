import { type Db, many } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { moderatedMentions } from '#kernel/moderation.store.ts'
import type { ModerationStatus } from './webmentions.store.ts'

/** Sets the status of the given mentions, except those that the member may not moderate. @returns a row for each;
 *  `answered` is the post on which the mention appears for the first time, or null */
export const decide = (db: Db, moderator: Member, ids: number[], status: ModerationStatus) =>
  many<{ id: number; hasChanged: boolean; answered: number | null }>(db)`
  with before as (
    select id, status from webmentions where id = any(${ids}::int[]) and state = 'verified' and ${moderatedMentions(moderator)}
    for no key update)
  update webmentions set status = ${status}, moderated_at = now(), moderated_by = ${moderator.id}
  from before where webmentions.id = before.id
  returning webmentions.id, webmentions.status <> before.status as "hasChanged", case when webmentions.status = 'approved' and before.status <> 'approved' then post_id end as answered`
