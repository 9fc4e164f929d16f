import { createHmac, timingSafeEqual } from 'node:crypto'

const liveTokenSeconds = 6 * 60 * 60
/** Allows for clock differences between machines and for the time that a call takes. */
const rpcTokenSeconds = 60

/** Returns a token, `expiry.mac`, with which players can view a private broadcast for a few hours. */
export function liveToken(secret: Buffer, playbackId: string, nowMs: number): string {
  const expiry = String(Math.floor(nowMs / 1000) + liveTokenSeconds)
  return `${expiry}.${mac(secret, `${playbackId}.${expiry}`)}`
}

export function isLiveToken(secret: Buffer, playbackId: string, token: string, nowMs: number): boolean {
  const [expiry = '', given = ''] = token.split('.')
  return isEqual(given, mac(secret, `${playbackId}.${expiry}`)) && Number(expiry) * 1000 > nowMs
}

/** Returns a token, `time.mac`, that authorizes one call between the site's processes. It does not reveal the secret to
 *  anyone who intercepts it. */
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
