import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { claimedBucket } from './claimed-bucket.ts'
import { openS3Bucket, type S3Settings } from './s3.ts'

const codeOf = (reason: unknown) => (reason instanceof AppError ? reason.code : reason)

async function twoSites(other: Partial<S3Settings> = {}) {
  const s3 = await startS3()
  const open = (id: string, settings: Partial<S3Settings> = {}) => {
    const bucket = openS3Bucket({ ...s3.settings, ...settings }, { maxAttempts: 1 })
    onTestFinished(() => bucket.close())
    return claimedBucket(bucket, async () => id)
  }
  return { s3, first: open('first'), again: open('first'), second: open('second', other) }
}

test('lets all processes of a site use its bucket, but rejects other sites', async () => {
  const { s3, first, again, second } = await twoSites()
  await first.put('a', Buffer.from('a'))
  assert.equal((await again.read('a'))?.toString(), 'a')
  await assert.rejects(second.claim(), /another site’s files/)
  for (const work of [
    () => second.put('a', Buffer.from('b')),
    () => second.read('a'),
    () => second.remove(['a']),
    () => second.list('').next(),
    () => second.abortUploads(new Date()),
  ])
    assert.equal(await work().then(() => 'ok', codeOf), 'conflict')
  assert.deepEqual(s3.keys(), ['a', 'site-id'])
})

test('lets sites share a bucket with different prefixes', async () => {
  const { s3, first, second } = await twoSites({ prefix: 'second/' })
  await Promise.all([first.put('a', Buffer.from('1')), second.put('a', Buffer.from('2'))])
  assert.deepEqual(s3.keys(), ['a', 'second/a', 'second/site-id', 'site-id'])
})

test('checks the owner again after an outage', async () => {
  const { s3, first } = await twoSites()
  s3.fail(() => ({ status: 503, code: 'ServiceUnavailable' }))
  assert.equal(await first.claim().catch(codeOf), 'not_ready')
  s3.recover()
  await first.put('a', Buffer.from('a'))
  assert.deepEqual(s3.keys(), ['a', 'site-id'])
})
