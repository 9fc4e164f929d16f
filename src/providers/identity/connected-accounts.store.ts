import { type Db, one, run } from '#kernel/db.ts'
import type { ProviderName } from './external-provider.ts'

interface NewConnectedAccount {
  id: string
  userId: string
  provider: ProviderName
  issuer: string
  subject: string
  name: string
}

/** @returns false if the account is already connected, or the user has already connected another one of the issuer */
export const insertConnectedAccount = async (db: Db, account: NewConnectedAccount, now: Date): Promise<boolean> =>
  (await run(db)`
    insert into identity_connected_accounts (id, user_id, provider, issuer, subject, name, created_at)
    values (${account.id}::uuid, ${account.userId}::uuid, ${account.provider}, ${account.issuer}, ${account.subject},
      ${account.name}, ${now})
    on conflict do nothing`) === 1

/** Returns the user who has connected the account. */
export const findConnectedUserId = async (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  (
    await one<{ userId: string }>(db)`
    select user_id as "userId" from identity_connected_accounts where issuer = ${issuer} and subject = ${subject}`
  )?.userId ?? null

/** Records a sign-in with the account. @returns false if it is no longer the user's */
export const noteConnectedSignIn = async (
  db: Db,
  userId: string,
  { issuer, subject, name }: Pick<NewConnectedAccount, 'issuer' | 'subject' | 'name'>,
  now: Date,
): Promise<boolean> =>
  (await run(db)`
    update identity_connected_accounts set last_sign_in_at = ${now}, name = ${name}
    where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}::uuid`) === 1

/** Disconnects the account in a transaction. @param issuers those whose accounts can sign in @returns its provider;
 *  null if the user has no such account; 'last' if the user could no longer sign in without it */
export async function deleteConnectedAccount(db: Db, id: string, userId: string, issuers: string[]) {
  const user = await one<{ hasPassword: boolean }>(db)`
    select password_hash is not null as "hasPassword" from identity_users where id = ${userId}::uuid for no key update`
  const others = await one(db)`
    select from identity_connected_accounts
    where user_id = ${userId}::uuid and id <> ${id}::uuid and issuer = any(${issuers}::text[]) limit 1`
  const account = await one<{ provider: string }>(db)`
    select provider from identity_connected_accounts where id = ${id}::uuid and user_id = ${userId}::uuid`
  if (!account) return null
  if (!user?.hasPassword && !others) return 'last'
  await run(db)`delete from identity_connected_accounts where id = ${id}::uuid`
  return account
}

export const deleteConnectedAccounts = (db: Db, userId: string) => run(db)`
  delete from identity_connected_accounts where user_id = ${userId}::uuid`
