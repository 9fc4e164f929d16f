import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { unsubscribe } from './notification-settings.contract.ts'

/** The path by which the member ends their digests without signing in. It holds for ever: old mails have it too. */
export async function unsubscribeLink(db: Db, memberId: number): Promise<string> {
  return `${unsubscribe.path}?token=${memberId}.${await signatureOf(db, String(memberId))}`
}

/** The member whom the token of such a link names; null when it was not made here. */
export async function memberOfToken(db: Db, token: string): Promise<number | null> {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  const [given, right] = [Buffer.from(signature), Buffer.from(await signatureOf(db, id))]
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null
}

const signatureOf = async (db: Db, id: string): Promise<string> =>
  createHmac('sha256', await siteSecret(db, 'unsubscribe'))
    .update(id)
    .digest('base64url')
