import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'

/** The key that signs playback URLs. */
export interface MuxSigningKey {
  id: string
  privateKey: KeyObject
}

const hourMs = 3_600_000
const ttlHours = 6

export const muxPlaylist = (playbackId: string): string => `https://stream.mux.com/${playbackId}.m3u8`

/** Signs playlist URLs, which are valid for six hours. Each URL is reused for an hour, because signing takes a
 *  millisecond. Source: Mux, Secure video playback */
export function playlistSigner(key: MuxSigningKey, clock: Clock): (playbackId: string) => string {
  let hour = 0
  let urls = new Map<string, string>()
  return (playbackId) => {
    const currentHour = Math.ceil(clock.now() / hourMs)
    if (currentHour !== hour) [hour, urls] = [currentHour, new Map()]
    const exp = (hour + ttlHours) * (hourMs / 1000)
    const claims = { kid: key.id, sub: playbackId, aud: 'v', exp }
    const url = urls.get(playbackId) ?? `${muxPlaylist(playbackId)}?token=${signedToken(claims, key)}`
    urls.set(playbackId, url)
    return url
  }
}

/** JWT libraries are asynchronous, but URLs are needed synchronously. */
function signedToken(claims: object, { privateKey }: MuxSigningKey): string {
  const [head, body] = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${body}`), privateKey)
  return `${head}.${body}.${signature.toString('base64url')}`
}

/** Parses the key in the format that Mux issues: a PEM, optionally in base64. @returns null if it is not an RSA key */
export function parseRsaKey(text: string): KeyObject | null {
  const pem = text.startsWith('-----') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}
