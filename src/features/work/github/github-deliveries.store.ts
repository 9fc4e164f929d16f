import { type Db, many, run, sql } from '#kernel/db.ts'

const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Records a webhook delivery. @returns whether it is new: neither its id nor its signature is known */
export const recordDelivery = async (db: Db, deliveryId: string, signature: string, nowMs: number): Promise<boolean> =>
  (await run(db)`
    insert into github_deliveries (delivery_id, signature, received_at)
    values (${deliveryId}, ${signature}, ${new Date(nowMs)}) on conflict do nothing`) === 1

/** Deletes delivery records after a week. @returns the number deleted */
export const sweepDeliveries = (db: Db, nowMs: number) =>
  run(db)`delete from github_deliveries where received_at < ${new Date(nowMs - retentionMs)}`

interface Sender {
  id: number
  login: string
}

/** The query used by {@link listAccountsOf}. */
export const accountsOfSender = ({ id, login }: Sender) => sql<{ id: number }>`
  select account.id from github_accounts account join members on members.id = account.member_id
  where is_current and (account.github_id = ${id}
    or (account.github_id is null and lower(coalesce(login, account.username)) = lower(${login})))
  order by account.id`

/** Lists the sender's accounts, excluding those of suspended members. */
export async function listAccountsOf(db: Db, sender: Sender): Promise<number[]> {
  const rows = await many<{ id: number }>(db)`${accountsOfSender(sender)}`
  return rows.map(({ id }) => id)
}
