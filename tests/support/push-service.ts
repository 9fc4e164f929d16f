import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch, type SafeFetch } from '#kernel/safe-fetch.ts'

/** The public origin of the push service: `fetch` sends its requests to this machine. */
const origin = 'https://push.example'

/** A request to the push service. */
interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Starts a push service on this machine. It answers with the statuses in `statuses`, and then with 201. */
export async function startPushService() {
  const received: Received[] = []
  const statuses: { status: number; headers?: Record<string, string> }[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      const { status, headers = {} } = statuses.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const safeFetch = createSafeFetch({ allow: [host], userAgent: 'Devstead' })
  const fetch: SafeFetch = (address, options) => safeFetch(address.replace(origin, `http://${host}`), options)
  return {
    received,
    statuses,
    fetch,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser's subscription, which can decrypt what the push service receives. */
export function createSubscription(name: string) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${origin}/${name}`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
  }

  /** Source: RFC 8188, section 2, and RFC 8291, section 3.4. */
  function decrypt(body: Buffer): unknown {
    const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
    const senderKey = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
    const secret = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, keyInfo, 32)
    const derive = (info: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${info}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(String(padded.subarray(0, padded.lastIndexOf(2))))
  }
  return { subscription, decrypt }
}

/** Verifies the signature in the Authorization header. @returns the claims and the site's public key. Source: RFC 8292 */
export function readVapid(authorization = ''): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature ?? '', 'base64url')))
    throw new Error('The signature is wrong')
  return { claims: JSON.parse(String(Buffer.from(claims!, 'base64url'))) as Record<string, unknown>, publicKey }
}
