import { createHmac, timingSafeEqual } from 'node:crypto'

const liveTokenSeconds = 6 * 60 * 60
/** As far apart as the clocks of two machines may be, and as long as a call may be under way. */
const rpcTokenSeconds = 60

/** What lets players see a broadcast that is not public, for some hours: `expiry.mac`. */
export function liveToken(secret: Buffer, playbackId: string, nowMs: number): string {
  const expiry = String(Math.floor(nowMs / 1000) + liveTokenSeconds)
  return `${expiry}.${mac(secret, `${playbackId}.${expiry}`)}`
}

export function isLiveToken(secret: Buffer, playbackId: string, token: string, nowMs: number): boolean {
  const [expiry = '', given = ''] = token.split('.')
  return isEqual(given, mac(secret, `${playbackId}.${expiry}`)) && Number(expiry) * 1000 > nowMs
}

/** What opens the door between the site's processes to one call: `time.mac`. It tells nothing of the secret to who reads it
 *  on its way. */
export function rpcToken(secret: Buffer, method: string, target: string, nowMs: number): string {
  const time = String(Math.floor(nowMs / 1000))
  return `${time}.${mac(secret, `${method} ${target} ${time}`)}`
}

export function isRpcToken(secret: Buffer, method: string, target: string, key: string, nowMs: number): boolean {
  const [time = '', given = ''] = key.split('.')
  const isAuthentic = isEqual(given, mac(secret, `${method} ${target} ${time}`))
  return isAuthentic && Math.abs(Number(time) - nowMs / 1000) <= rpcTokenSeconds
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const mac = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')
