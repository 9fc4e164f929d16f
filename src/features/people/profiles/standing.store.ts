import type { Locale } from '#messages/locales.ts'
import { t } from '#messages/messages.ts'
import { type Db, one } from '#kernel/db.ts'

/** Suspends the member and locks their row. Idempotent. `by`: the acting member's id, null for the operator. @returns
 *  false for administrators, members waiting for approval, deleted members, and unknown ids, and for moderators unless
 *  an administrator or the operator suspends them */
export const suspendMember = async (db: Db, id: number, by: number | null): Promise<boolean> =>
  (await one(db)`
    update all_members set standing = 'suspended' where id = ${id} and role <> 'admin' and standing in ('present', 'suspended')
      and (role <> 'moderator' or ${by}::int is null or exists (select from members where id = ${by} and role = 'admin'))
    returning 1`) !== null

/** Reinstates a suspended member and locks their row. @returns whether they were suspended */
export const reinstateMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    update all_members set standing = 'present' where id = ${id} and standing = 'suspended' returning 1`) !== null

/** Lets a waiting member in. @returns whether they were waiting */
export const approveMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    update all_members set standing = 'present' where id = ${id} and standing = 'waiting' returning 1`) !== null

/** The member's account at the identity provider, their username, whether they are suspended, and their language. */
export interface Standing {
  issuer: string
  subject: string
  username: string
  isSuspended: boolean
  isWaiting: boolean
  /** The member’s language; null if it is unknown. */
  locale: Locale | null
}

/** Locks the member's row until the transaction ends. @returns null if there is no such member */
export const lockStanding = (db: Db, id: number): Promise<Standing | null> =>
  one<Standing>(db)`
    select issuer, subject, username, standing = 'suspended' as "isSuspended", standing = 'waiting' as "isWaiting",
      (select locale from member_languages where member_id = id) as locale
    from all_members where id = ${id} for no key update`

/** Returns the message shown to suspended members. */
export async function suspensionWords(db: Db, issuer: string, subject: string): Promise<string> {
  const row = await one<{ reason: string }>(db)`
    select reason from suspensions join all_members on id = member_id where issuer = ${issuer} and subject = ${subject}`
  return row
    ? t('This account has been suspended. Reason: {reason}', { reason: row.reason })
    : t('This account has been suspended.')
}
