import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { unsubscribe } from './notification-settings.contract.ts'

/** Returns the path that turns off the member's digests without signing in. It never expires, so that it also works in
 *  old emails. */
export async function unsubscribeLink(db: Db, memberId: number): Promise<string> {
  return `${unsubscribe.path}?token=${memberId}.${await signatureOf(db, String(memberId))}`
}

/** Returns the member id in the link's token, or null if the signature is invalid. */
export async function memberOfToken(db: Db, token: string): Promise<number | null> {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  const [given, expected] = [Buffer.from(signature), Buffer.from(await signatureOf(db, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : null
}

const signatureOf = async (db: Db, id: string): Promise<string> =>
  createHmac('sha256', await siteSecret(db, 'unsubscribe'))
    .update(id)
    .digest('base64url')
