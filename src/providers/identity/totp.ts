import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as recommended by RFC 4226. */
export const newTotpSecret = (): Buffer => randomBytes(20)

/** Returns the time step for a time. */
export const stepAt = (ms: number): number => Math.floor(ms / 1000 / stepSeconds)

/** Returns the six digits for a time step. Source: RFC 6238 with SHA-1, which every app supports. */
export function codeOf(secret: Buffer, step: number): string {
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(moment).digest()
  const truncated = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fffffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

/** Returns the time step that the code belongs to: the current, previous, or next one, because clocks differ. Null for
 *  a wrong code. Runs in constant time. */
export function stepOf(code: string, secret: Buffer, nowMs: number): number | null {
  const sent = Buffer.from(/^\d{6}$/.test(code) ? code : 'wrong!')
  const now = stepAt(nowMs)
  const matching = [now - 1, now, now + 1].filter((step) => timingSafeEqual(sent, Buffer.from(codeOf(secret, step))))
  return matching.at(-1) ?? null
}

/** Encodes a secret for authenticator apps. Source: RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Returns the URI for the QR code. `site`: the name that the app shows for the account. */
export function otpAuthUri(site: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(account)}`
  const facts = { secret: base32(secret), issuer: site, algorithm: 'SHA1', digits: '6', period: String(stepSeconds) }
  const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}
