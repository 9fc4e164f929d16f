import { type Db, one, run } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { departedName, departedUsername } from './departed.contract.ts'
import { lockRoles } from './roles.store.ts'

/** The member, kept as they are until the transaction ends; null when they have left. Of departures at once the others
 *  wait: they take back each other's likes and follows. */
export async function holdDeparture(db: Db, id: number): Promise<Pick<Member, 'role'> | null> {
  await run(db)`select pg_advisory_xact_lock(hashtext('departures'))`
  await lockRoles(db)
  return one<Pick<Member, 'role'>>(db)`select role from members where id = ${id} for no key update`
}

/** Whether the site's other members would be left without an owner or an administrator. */
export const isNeeded = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    select from members where id = ${id} and role = 'admin'
      and (id = (select member_id from site_ownership)
        or not exists (select from members others where role = 'admin' and others.id <> ${id}))
      and exists (select from all_members others where standing <> 'departed' and others.id <> ${id})`) !== null

/** Leaves of the member a row that names nobody: posts, versions and what others do at this very moment refer to it. */
export const departMember = (db: Db, id: number) => run(db)`
  with leaving as (select id, issuer, subject, username from members where id = ${id}),
  account as (
    insert into departed_accounts (issuer, subject) select issuer, subject from leaving on conflict do nothing),
  held as (
    insert into departed_usernames (hash) select sha256(convert_to(lower(username), 'UTF8')) from leaving
    on conflict do nothing),
  released as (delete from site_ownership where member_id = ${id})
  update all_members set standing = 'departed', issuer = '', subject = '', username = ${departedUsername(id)},
    display_name = ${departedName}, title = '', bio = '', profile_image = null, github_username = null, skills = '{}',
    role = 'member'
  from leaving where all_members.id = leaving.id`

/** Whether that account was a member's who has left. */
export const hasDeparted = async (db: Db, { issuer, subject }: { issuer: string; subject: string }): Promise<boolean> =>
  (await one(db)`select from departed_accounts where issuer = ${issuer} and subject = ${subject}`) !== null
