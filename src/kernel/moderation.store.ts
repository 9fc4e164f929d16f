import type { RawBuilder } from 'kysely'
import { mayModerate } from '#schemas/roles.contract.ts'
import { sql } from './db.ts'
import type { Member } from './http.ts'

type Moderator = Pick<Member, 'id' | 'role'>

/** Returns the SQL condition for comments the member may moderate: all comments for administrators; for moderators, all
 *  except those by administrators and moderators on other members' posts; otherwise comments on the member's own posts. */
export function moderatedComments({ id, role }: Moderator): RawBuilder<unknown> {
  if (role === 'admin') return sql`true`
  if (role !== 'moderator') return sql`owner_id = ${id}`
  return sql`(owner_id = ${id} or not exists (
    select from authors writer where writer.id = member_id and writer.role in ('moderator', 'admin')))`
}

/** Returns the SQL condition for webmentions the member may moderate: all webmentions for administrators and moderators,
 *  otherwise webmentions of the member's own pages. */
export const moderatedMentions = (member: Moderator): RawBuilder<unknown> =>
  mayModerate(member) ? sql`true` : sql`owner_id = ${member.id}`
