import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const stepMs = 30_000
const timeToEnterMs = 5_000

/** Returns the code that an authenticator app shows after the given number of 30-second steps, once there is enough
 *  time left to enter it. Source: RFC 6238. */
export async function codeOf(secret: string, steps: number): Promise<string> {
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < timeToEnterMs) await sleep(leftMs)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = secret
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
