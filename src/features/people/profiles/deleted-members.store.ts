import { type Db, one, run } from '#kernel/db.ts'
import { deletedName, deletedUsername } from './deleted.contract.ts'
import { lockRoles } from './roles.store.ts'

/** Locks a member who is active or waiting for approval, until the transaction ends. Accounts are deleted one at a time,
 *  because concurrent deletions might remove the same likes and follows. @returns null if the account is already deleted */
export async function lockForDeletion(db: Db, id: number): Promise<{ isWaiting: boolean } | null> {
  await run(db)`select pg_advisory_xact_lock(hashtext('departures'))`
  await lockRoles(db)
  return one<{ isWaiting: boolean }>(db)`
    select standing = 'waiting' as "isWaiting" from all_members where id = ${id} and standing in ('present', 'waiting') for no key update`
}

/** Returns whether deleting the member would leave other members without an owner or an administrator. */
export const isNeeded = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`
    select from members where id = ${id} and role = 'admin'
      and (id = (select member_id from site_ownership)
        or not exists (select from members others where role = 'admin' and others.id <> ${id}))
      and exists (select from all_members others where standing <> 'departed' and others.id <> ${id})`) !== null

/** Anonymizes the member's row. The row is kept: posts, revisions, and concurrent changes by others refer to it. No one
 *  else can take the username, unless the member was still waiting for approval. */
export const anonymizeMember = (db: Db, id: number) => run(db)`
  with leaving as (
    select id, issuer, subject, username, standing from all_members
    where id = ${id} and standing in ('present', 'waiting')),
  account as (
    insert into departed_accounts (issuer, subject) select issuer, subject from leaving on conflict do nothing),
  former as (delete from former_usernames where member_id = ${id} returning username),
  reserved as (
    insert into departed_usernames (hash) select sha256(convert_to(lower(username), 'UTF8'))
    from (select username from leaving where standing = 'present' union select username from former) as names
    on conflict do nothing),
  released as (delete from site_ownership where member_id = ${id})
  update all_members set standing = 'departed', issuer = '', subject = '', username = ${deletedUsername(id)},
    display_name = ${deletedName}, title = '', bio = '', profile_image = null, github_username = null, skills = '{}',
    role = 'member'
  from leaving where all_members.id = leaving.id`

/** Returns whether a member with this account existed and was deleted. */
export const isDeletedAccount = async (
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> =>
  (await one(db)`select from departed_accounts where issuer = ${issuer} and subject = ${subject}`) !== null
