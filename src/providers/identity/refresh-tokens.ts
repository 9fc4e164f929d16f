import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from './wire.ts'

// version 0 (1 byte) ‖ session id (16) ‖ counter (8) ‖ HMAC-SHA256 of these with the session's secret, truncated to 16
const version = 0
const headBytes = 25
const macBytes = 16

export interface RefreshToken {
  sessionId: string
  counter: number
  /** Reports whether a session with this secret issued the token. */
  isSignedWith(secret: Buffer): boolean
}

export function writeRefreshToken(session: { id: string; counter: number; secret: Buffer }): string {
  const head = Buffer.alloc(headBytes)
  head[0] = version
  Buffer.from(session.id.replaceAll('-', ''), 'hex').copy(head, 1)
  head.writeBigUInt64BE(BigInt(session.counter), 17)
  return Buffer.concat([head, mac(head, session.secret)]).toString('base64url')
}

/** Parses a refresh token. @throws AuthError validation_failed if it is malformed */
export function readRefreshToken(value: unknown): RefreshToken {
  const bytes = typeof value === 'string' && value.length <= 64 ? Buffer.from(value, 'base64url') : Buffer.alloc(0)
  if (bytes.length !== headBytes + macBytes || bytes[0] !== version || bytes.toString('base64url') !== value) {
    throw invalid('Refresh token is not valid')
  }
  const head = bytes.subarray(0, headBytes)
  return {
    sessionId: uuid(head.subarray(1, 17)),
    counter: Number(head.readBigUInt64BE(17)),
    isSignedWith: (secret) => timingSafeEqual(mac(head, secret), bytes.subarray(headBytes)),
  }
}

const mac = (head: Buffer, secret: Buffer) => createHmac('sha256', secret).update(head).digest().subarray(0, macBytes)
const uuid = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
