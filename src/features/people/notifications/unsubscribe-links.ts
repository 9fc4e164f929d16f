import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BaseContext } from '#kernel/http.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { unsubscribe } from './notification-settings.contract.ts'

type Parts = Pick<BaseContext, 'db' | 'sealing'>

/** Returns the path that turns off the member's digests without requiring them to sign in. It never expires, so that
 *  it also works in old emails. */
export async function unsubscribeLink(parts: Parts, memberId: number): Promise<string> {
  return `${unsubscribe.path}?token=${memberId}.${await signatureOf(parts, String(memberId))}`
}

/** Returns the member id in the link's token, or null if the signature is invalid. */
export async function memberOfToken(parts: Parts, token: string): Promise<number | null> {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,9}$/.test(id)) return null
  const [given, expected] = [Buffer.from(signature), Buffer.from(await signatureOf(parts, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(id) : null
}

const signatureOf = async (parts: Parts, id: string): Promise<string> =>
  createHmac('sha256', await siteSecret(parts, 'unsubscribe'))
    .update(id)
    .digest('base64url')
