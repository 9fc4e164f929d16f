import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLParser } from 'fast-xml-parser'
import { onTestFinished } from 'vitest'
import { byteRangeOf } from '#kernel/byte-range.ts'
import type { S3Settings } from '#providers/bucket/s3.ts'
import { S3Rejection, verifySignature } from './s3-signature.ts'

interface StoredObject {
  bytes: Buffer
  etag: string
  type: string
  modifiedAt: Date
}
interface Multipart {
  key: string
  type: string
  startedAt: Date
  parts: Map<number, { bytes: Buffer; etag: string }>
}
/** `hang`: never responds; `reset`: closes the connection; `cut`: closes it in the middle of the body. */
export type Trouble = 'hang' | 'reset' | 'cut' | { status: number; code: string }
export interface S3Request {
  method: string
  key: string
  query: URLSearchParams
}

const minPartBytes = 5 * 1024 * 1024
const maxParts = 10_000
const credentials = { region: 'test-1', accessKeyId: 'AKIATEST', secretAccessKey: 'secret/of+the/bucket' }
const bucket = 'media'

interface Options {
  pageSize?: number
  /** The address to listen on. */
  address?: string
}

/** Starts the service and stops it after the test. */
export async function startS3(options: Options = {}) {
  const server = await serveS3(options)
  onTestFinished(server.stop)
  return server
}

/** Starts an S3-compatible service with one bucket in memory, as strict as Amazon's: it verifies signatures and body
 *  hashes, and rejects parts that are too small, out of order, or unknown. */
export async function serveS3(options: Options = {}) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Multipart>()
  const requests: S3Request[] = []
  let troubleOf: (request: S3Request) => Trouble | null = () => null
  const { pageSize = 1000, address = '127.0.0.1' } = options

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const asked = parse(request)
    requests.push(asked)
    const trouble = troubleOf(asked)
    if (trouble === 'hang') return
    if (trouble === 'reset') return void request.socket.destroy()
    if (trouble && trouble !== 'cut') throw new S3Rejection(trouble.status, trouble.code)
    verifySignature(request, body, credentials)
    if (trouble === 'cut') {
      response.writeHead(200, { 'content-length': '1000', 'last-modified': new Date().toUTCString() })
      return void response.write('x', () => request.socket.destroy())
    }
    const answer = operationOf(asked)(asked, { request, body })
    response.writeHead(answer.status ?? 200, { 'x-amz-request-id': randomUUID(), ...answer.headers })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  }

  interface Answer {
    status?: number
    headers?: Record<string, string>
    body?: Buffer | string
  }
  type Operation = (asked: S3Request, sent: { request: IncomingMessage; body: Buffer }) => Answer

  function operationOf({ method, key, query }: S3Request): Operation {
    const has = (name: string) => query.has(name)
    if (key === '' && method === 'GET' && query.get('list-type') === '2') return listObjects
    if (key === '' && method === 'GET' && has('uploads')) return listUploads
    if (key === '') throw new S3Rejection(501, 'NotImplemented')
    if (method === 'POST' && has('uploads')) return createUpload
    if (method === 'POST' && has('uploadId')) return completeUpload
    if (method === 'PUT' && has('uploadId')) return putPart
    if (method === 'PUT') return putObject
    if (method === 'GET' || method === 'HEAD') return getObject
    if (method === 'DELETE' && has('uploadId')) return abortUpload
    if (method === 'DELETE') return deleteObject
    throw new S3Rejection(405, 'MethodNotAllowed')
  }

  const putObject: Operation = ({ key }, { request, body }) => {
    const etag = `"${md5(body)}"`
    objects.set(key, { bytes: body, etag, type: typeOf(request), modifiedAt: new Date() })
    return { headers: { etag } }
  }

  const getObject: Operation = ({ key }, { request }) => {
    const found = objects.get(key)
    if (!found) throw new S3Rejection(404, 'NoSuchKey', 'The specified key does not exist.')
    const { bytes, etag, type, modifiedAt } = found
    const range = byteRangeOf(request.headers.range ?? null, bytes.length)
    if (range === 'unsatisfiable') throw new S3Rejection(416, 'InvalidRange')
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
    return {
      status: range ? 206 : 200,
      headers: {
        etag,
        'content-type': type,
        'content-length': String(part.length),
        'last-modified': modifiedAt.toUTCString(),
        ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
      },
      body: part,
    }
  }

  const deleteObject: Operation = ({ key }) => {
    objects.delete(key)
    return { status: 204 }
  }

  const listObjects: Operation = ({ query }) => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const below = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(byKey)
    const page = below.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)))
    const isTruncated = page.length < below.length
    const contents = page.map(
      ([key, { bytes, etag, modifiedAt }]) =>
        `<Contents><Key>${escape(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escape(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    const next = isTruncated ? `<NextContinuationToken>${escape(page.at(-1)![0])}</NextContinuationToken>` : ''
    return xml(
      `<ListBucketResult xmlns="${namespace}"><Name>${bucket}</Name><Prefix>${escape(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  const createUpload: Operation = ({ key }, { request }) => {
    const id = randomUUID()
    uploads.set(id, { key, type: typeOf(request), startedAt: new Date(), parts: new Map() })
    return xml(
      `<InitiateMultipartUploadResult xmlns="${namespace}"><Bucket>${bucket}</Bucket><Key>${escape(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function uploadOf({ key, query }: S3Request): Multipart {
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (upload?.key !== key) throw new S3Rejection(404, 'NoSuchUpload')
    return upload
  }

  const putPart: Operation = (asked, { body }) => {
    const number = Number(asked.query.get('partNumber'))
    if (!(number >= 1 && number <= maxParts)) throw new S3Rejection(400, 'InvalidArgument')
    const etag = `"${md5(body)}"`
    uploadOf(asked).parts.set(number, { bytes: body, etag })
    return { headers: { etag } }
  }

  const completeUpload: Operation = (asked, { body }) => {
    const upload = uploadOf(asked)
    const listed = partsIn(body)
    if (listed.length === 0) throw new S3Rejection(400, 'MalformedXML')
    if (listed.some(({ number }, at) => at > 0 && number <= listed[at - 1]!.number))
      throw new S3Rejection(400, 'InvalidPartOrder')
    const parts = listed.map(({ number, etag }) => {
      const part = upload.parts.get(number)
      if (!part || part.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) throw new S3Rejection(400, 'InvalidPart')
      return part
    })
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < minPartBytes))
      throw new S3Rejection(400, 'EntityTooSmall')
    const bytes = Buffer.concat(parts.map((part) => part.bytes))
    const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex')))
    const etag = `"${md5(digests)}-${parts.length}"`
    objects.set(upload.key, { bytes, etag, type: upload.type, modifiedAt: new Date() })
    uploads.delete(asked.query.get('uploadId')!)
    return xml(
      `<CompleteMultipartUploadResult xmlns="${namespace}"><Bucket>${bucket}</Bucket><Key>${escape(upload.key)}</Key><ETag>${escape(etag)}</ETag></CompleteMultipartUploadResult>`,
    )
  }

  const abortUpload: Operation = (asked) => {
    uploadOf(asked)
    uploads.delete(asked.query.get('uploadId')!)
    return { status: 204 }
  }

  const listUploads: Operation = ({ query }) => {
    const below = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const listed = below.map(
      ([id, { key, startedAt }]) =>
        `<Upload><Key>${escape(key)}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    )
    return xml(
      `<ListMultipartUploadsResult xmlns="${namespace}"><Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
    )
  }

  const server = http.createServer((request, response) => {
    respond(request, response).catch((reason: unknown) => {
      const { status, code, message } =
        reason instanceof S3Rejection ? reason : new S3Rejection(500, 'InternalError', String(reason))
      response.writeHead(status, { 'content-type': 'application/xml' })
      const text = `${declaration}<Error><Code>${code}</Code><Message>${escape(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`
      response.end(request.method === 'HEAD' ? undefined : text)
    })
  })
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function stop(): Promise<void> {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close').catch(() => {})
  }

  const settings: S3Settings = {
    ...credentials,
    endpoint: `http://${address}:${port}`,
    bucket,
    prefix: '',
    forcePathStyle: true,
  }
  return {
    settings,
    /** The same settings as environment variables. */
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    objects,
    uploads,
    requests,
    keys: () => [...objects.keys()].toSorted(),
    /** Makes requests fail with the failure that `of` returns for them, if any. */
    fail: (of: (request: S3Request) => Trouble | null) => void (troubleOf = of),
    recover: () => void (troubleOf = () => null),
    stop,
  }
}
export type S3Server = Awaited<ReturnType<typeof serveS3>>

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const typeOf = ({ headers }: IncomingMessage) => headers['content-type'] ?? 'binary/octet-stream'
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const xml = (text: string) => ({ headers: { 'content-type': 'application/xml' }, body: declaration + text })
/** Amazon S3 orders keys by their UTF-8 bytes. */
const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Parses a path such as /media/pictures/1, or /pictures/1 on the host media.example. */
function parse({ url, method, headers }: IncomingMessage): S3Request {
  const { pathname, searchParams } = new URL(url!, 'http://s3')
  const path = decodeURIComponent(pathname).slice(1)
  const isInHost = headers.host?.startsWith(`${bucket}.`)
  const [name, ...rest] = isInHost ? [bucket, path] : path.split('/')
  if (name !== bucket) throw new S3Rejection(404, 'NoSuchBucket', 'The specified bucket does not exist')
  return { method: method!, key: rest.join('/'), query: searchParams }
}

/** @throws S3Rejection for a body whose length was not announced */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const length = request.headers['content-length']
  if (['PUT', 'POST'].includes(request.method!) && length === undefined)
    throw new S3Rejection(411, 'MissingContentLength')
  if (length !== undefined && Number(length) !== body.length) throw new S3Rejection(400, 'IncompleteBody')
  return body
}

function partsIn(body: Buffer): { number: number; etag: string }[] {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Part' })
  const parsed = parser.parse(body.toString('utf8')) as {
    CompleteMultipartUpload?: { Part?: { PartNumber: string; ETag: string }[] }
  }
  const parts = parsed.CompleteMultipartUpload?.Part ?? []
  return parts.map(({ PartNumber, ETag }) => ({ number: Number(PartNumber), etag: ETag }))
}
