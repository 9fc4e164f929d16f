import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request was rejected: an Amazon S3 error code and its HTTP status. */
export class S3Rejection extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface S3Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const maxSkewMs = 15 * 60_000
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Verifies a request's Signature Version 4 and the hash of its body. @throws S3Rejection */
export function verifySignature(request: IncomingMessage, body: Buffer, credentials: S3Credentials): void {
  const { region, accessKeyId, secretAccessKey } = credentials
  const header = (name: string) => String(request.headers[name] ?? '')
  const parsed = authorizationPattern.exec(header('authorization'))
  if (!parsed) throw new S3Rejection(403, 'AccessDenied', 'The request is not signed.')
  const [, id, day, signedRegion, signedHeaders = '', signature] = parsed
  if (id !== accessKeyId) throw new S3Rejection(403, 'InvalidAccessKeyId')
  if (signedRegion !== region)
    throw new S3Rejection(400, 'AuthorizationHeaderMalformed', `the region '${signedRegion}' is wrong`)
  const date = header('x-amz-date')
  verifyDate(date, day!)
  const names = signedHeaders.split(';')
  for (const name of ['host', ...Object.keys(request.headers).filter((one) => one.startsWith('x-amz-'))])
    if (!names.includes(name)) throw new S3Rejection(403, 'AccessDenied', `${name} is not signed.`)
  if (names.join() !== names.toSorted().join()) throw new S3Rejection(403, 'SignatureDoesNotMatch')
  // Over plain HTTP, an unsigned body could be replaced.
  const hash = header('x-amz-content-sha256')
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new S3Rejection(400, 'InvalidRequest', 'The body is not signed.')
  if (hash !== sha256(body)) throw new S3Rejection(400, 'XAmzContentSHA256Mismatch')
  const [path = '', query = ''] = request.url!.split('?')
  const canonical = [
    request.method,
    canonicalPath(path),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${header(name).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, day!))
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
  if (signature !== expected) throw new S3Rejection(403, 'SignatureDoesNotMatch')
}

function verifyDate(date: string, day: string): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!date.startsWith(day) || !(Math.abs(Date.parse(iso) - Date.now()) < maxSkewMs))
    throw new S3Rejection(403, 'RequestTimeTooSkewed')
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const canonicalPath = (path: string) =>
  path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/')
const canonicalQuery = (query: string) =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
