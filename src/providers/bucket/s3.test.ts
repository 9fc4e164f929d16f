import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { onTestFinished, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { startS3, type S3Server } from '#tests/support/s3-server.ts'
import type { BucketObject } from './bucket.ts'
import { openS3Bucket, type S3Options, type S3Settings } from './s3.ts'

const mb = 1024 * 1024
const partBytes = 5 * mb

async function testBucket(settings: Partial<S3Settings> = {}, options: S3Options & { pageSize?: number } = {}) {
  const s3 = await startS3(options)
  const bucket = openS3Bucket({ ...s3.settings, ...settings }, { partBytes, ...options })
  onTestFinished(() => bucket.close())
  return { s3, bucket }
}

/** A stream that a consumer reads in small chunks, and how much of it has been read. */
function source(bytes: number, { failsAt = Infinity } = {}) {
  const chunk = randomBytes(64 * 1024)
  const t = { sent: 0, all: [] as Buffer[] }
  const stream = new Readable({
    read() {
      if (t.sent >= failsAt) this.destroy(new Error('disk failed'))
      const next = chunk.subarray(0, bytes - t.sent)
      t.sent += next.length
      t.all.push(next)
      this.push(next.length > 0 ? next : null)
    },
  })
  return { stream, t }
}

const codeOf = async (answer: Promise<unknown>) =>
  answer.then(
    () => 'ok',
    (reason: unknown) => (reason instanceof AppError ? reason.code : String(reason)),
  )
const methods = ({ requests }: S3Server) => requests.map(({ method }) => method).join(' ')
const pagesOf = async (pages: AsyncIterable<BucketObject[]>) => {
  const all: BucketObject[][] = []
  for await (const page of pages) all.push(page)
  return all
}
const contentOf = async (stream: Readable) => Buffer.concat(await stream.toArray())

test('stores, finds, reads, and removes objects below its prefix', async () => {
  const { s3, bucket } = await testBucket({ prefix: 'site/' })
  const key = "a b/ü+(1)'.jpg"
  await bucket.put(key, Buffer.from('hello'), { contentType: 'image/jpeg', cacheControl: 'max-age=60' })
  assert.deepEqual(s3.keys(), [`site/${key}`])
  assert.equal(s3.objects.get(`site/${key}`)!.type, 'image/jpeg')
  assert.equal((await bucket.read(key))?.toString(), 'hello')
  assert.equal((await bucket.stat(key))?.bytes, 5)
  const { body, bytes } = (await bucket.get(key, { start: 1, end: 3 }))!
  assert.deepEqual([bytes, (await contentOf(body)).toString()], [3, 'ell'])
  await bucket.put(key, Buffer.from('again'))
  assert.equal((await bucket.read(key))?.toString(), 'again')
  await bucket.remove([key, 'none'])
  assert.deepEqual(s3.keys(), [])
  for (const found of [await bucket.read(key), await bucket.get(key), await bucket.stat(key)]) assert.equal(found, null)
})

test('lists objects page by page, in order', async () => {
  const { bucket } = await testBucket({ prefix: 'site/' }, { pageSize: 3 })
  const keys = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'a/7']
  for (const key of [...keys.toReversed(), 'b/1', 'a0']) await bucket.put(key, Buffer.from(key))
  const pages = await pagesOf(bucket.list('a/'))
  assert.deepEqual(
    pages.map((page) => page.map(({ key }) => key)),
    [keys.slice(0, 3), keys.slice(3, 6), keys.slice(6)],
  )
  assert.ok(pages.flat().every(({ bytes, modifiedAt }) => bytes === 3 && Date.now() - modifiedAt.getTime() < 60_000))
  assert.deepEqual(await pagesOf(bucket.list('c/')), [[]])
})

test('sends a stream in parts, with at most two of them in memory', async () => {
  const { s3, bucket } = await testBucket()
  const { stream, t } = source(23 * mb + 17)
  s3.fail(({ query }) => {
    const part = Number(query.get('partNumber'))
    assert.ok(part === 0 || t.sent <= (part + 1) * partBytes + mb, `${t.sent} bytes read before part ${part}`)
    return null
  })
  await bucket.put('big', stream)
  assert.equal(methods(s3), 'POST PUT PUT PUT PUT PUT POST')
  assert.ok(s3.objects.get('big')!.bytes.equals(Buffer.concat(t.all)))
  assert.equal(s3.uploads.size, 0)
  const { body } = (await bucket.get('big'))!
  assert.equal((await contentOf(body)).length, 23 * mb + 17)
})

test('stores short and empty streams, and long byte arrays', async () => {
  const { s3, bucket } = await testBucket()
  await bucket.put('short', Readable.from([Buffer.from('ab'), Buffer.from('c')]))
  await bucket.put('empty', Readable.from([]))
  await bucket.put('empty bytes', new Uint8Array(0))
  await bucket.put('long', new Uint8Array(12 * mb))
  await bucket.put('one part', source(partBytes).stream)
  const sizes = [...s3.objects].map(([key, { bytes }]) => [key, bytes.length])
  assert.deepEqual(Object.fromEntries(sizes), {
    short: 3,
    empty: 0,
    'empty bytes': 0,
    long: 12 * mb,
    'one part': partBytes,
  })
})

test('stores nothing, leaves no unfinished upload, and reports the error if the stream fails', async () => {
  const { s3, bucket } = await testBucket()
  for (let i = 0; i < 4; i++) {
    const { stream } = source(20 * mb, { failsAt: 12 * mb })
    assert.equal(await codeOf(bucket.put('big', stream)), 'Error: disk failed')
  }
  assert.deepEqual([s3.keys(), s3.uploads.size], [[], 0])
  await bucket.put('small', Buffer.from('x'))
})

test('stores nothing and stops reading if a part fails', async () => {
  const { s3, bucket } = await testBucket({}, { maxAttempts: 2 })
  s3.fail(({ query }) => (query.get('partNumber') === '2' ? { status: 500, code: 'InternalError' } : null))
  const { stream, t } = source(100 * mb)
  assert.equal(await codeOf(bucket.put('big', stream)), 'not_ready')
  assert.ok(t.sent < 16 * mb, `${t.sent} bytes were read`)
  assert.ok(stream.destroyed)
  assert.deepEqual([s3.keys(), s3.uploads.size], [[], 0])
})

test('removes uploads that were left unfinished', async () => {
  const { s3, bucket } = await testBucket({ prefix: 'site/' })
  const left = (startedAt: Date, key: string) =>
    s3.uploads.set(`${key}-id`, { key, type: '', startedAt, parts: new Map() })
  left(new Date('2020-01-01'), 'site/old')
  left(new Date('2020-01-01'), 'other/old')
  left(new Date(), 'site/young')
  assert.equal(await bucket.abortUploads(new Date('2020-01-02')), 1)
  assert.deepEqual([...s3.uploads.keys()], ['other/old-id', 'site/young-id'])
})

test('retries only requests that are safe to repeat', async () => {
  const { s3, bucket } = await testBucket()
  let failures = 2
  s3.fail(() => (failures-- > 0 ? { status: 503, code: 'SlowDown' } : null))
  await bucket.put('a', Buffer.from('a'))
  assert.equal(methods(s3), 'PUT PUT PUT')
  failures = 1
  s3.fail(() => (failures-- > 0 ? 'reset' : null))
  assert.equal((await bucket.read('a'))?.toString(), 'a')

  for (const isFailing of [
    ({ query }: { query: URLSearchParams }) => query.has('uploads'),
    ({ query, method }: { query: URLSearchParams; method: string }) => method === 'POST' && query.has('uploadId'),
  ]) {
    s3.requests.length = 0
    s3.fail((request) => (isFailing(request) ? { status: 503, code: 'SlowDown' } : null))
    assert.equal(await codeOf(bucket.put('big', source(6 * mb).stream)), 'not_ready')
    assert.equal(s3.requests.filter(isFailing).length, 1)
  }
})

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }],
  ['an unknown key', { accessKeyId: 'AKIANONE' }],
  ['a missing bucket', { bucket: 'none' }],
  ['a wrong region', { region: 'elsewhere' }],
])('reports %s as a rejection, without retrying the request', async (_, settings) => {
  const { s3, bucket } = await testBucket(settings)
  assert.equal(await codeOf(bucket.put('a', Buffer.from('a'))), 'provider_failed')
  assert.equal(await codeOf(bucket.read('a')), 'provider_failed')
  assert.equal(await codeOf(pagesOf(bucket.list(''))), 'provider_failed')
  assert.equal(s3.keys().length, 0)
  assert.ok(s3.requests.length <= 3)
})

test('gives up on a service that accepts connections but does not respond', async () => {
  const { s3, bucket } = await testBucket({}, { answerMs: 200 })
  s3.fail(() => 'hang')
  assert.equal(await codeOf(bucket.put('a', Buffer.from('a'))), 'not_ready')
  assert.equal(await codeOf(bucket.read('a')), 'not_ready')
})

test('reports a response that ends early', async () => {
  const { s3, bucket } = await testBucket({}, { maxAttempts: 1 })
  await bucket.put('a', Buffer.from('a'))
  s3.fail(() => 'cut')
  assert.equal(await codeOf(bucket.read('a')), 'not_ready')
  await assert.rejects(contentOf((await bucket.get('a'))!.body))
})

test('rejects calls immediately during an outage, and tries again later', async () => {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  const { s3, bucket } = await testBucket({}, { clock, maxAttempts: 1 })
  await bucket.put('a', Buffer.from('a'))
  s3.fail(() => ({ status: 503, code: 'ServiceUnavailable' }))
  for (let i = 0; i < 3; i++) assert.equal(await codeOf(bucket.read('a')), 'not_ready')
  s3.requests.length = 0
  const refused = await bucket.read('a').catch((reason: unknown) => reason)
  assert.ok(refused instanceof AppError)
  assert.deepEqual([refused.code, refused.details.retryAfterSeconds, s3.requests.length], ['not_ready', 10, 0])

  clock.nowMs += 10_000
  assert.equal(await codeOf(bucket.read('a')), 'not_ready')
  assert.equal(await codeOf(bucket.read('a')), 'not_ready')
  assert.equal(s3.requests.length, 1, 'one call checks the service')
  clock.nowMs += 10_000
  s3.recover()
  assert.equal((await bucket.read('a'))?.toString(), 'a')
  assert.equal((await bucket.read('a'))?.toString(), 'a')
})
