import assert from 'node:assert/strict'
import type { StorageApiError } from '@supabase/storage-js'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { jpeg, testBucketFiles, testStorage } from '#tests/support/storage.ts'
import type { EmbeddedOptions } from './embedded-options.ts'

const options = { contentType: 'image/jpeg' }
const codeOf = ({ error }: { error: unknown }) => {
  const { statusCode, code } = (error ?? {}) as StorageApiError
  return `${statusCode} ${code}`
}

async function testPictures(more: Partial<EmbeddedOptions> = {}) {
  const network = { nowMs: 0, now: () => network.nowMs }
  const { s3, files, warnings, log } = await testBucketFiles({ clock: network, maxAttempts: 1, answerMs: 300 })
  const t = await testStorage({ files, log, ...more })
  const bucket = t.client('alice').from('post-images')
  const urlOf = (path: string) => t.storage.publicUrl({ bucket: 'post-images', path })
  const rows = () => many(t.db)`select path from storage_objects union all select path from images`
  return { ...t, network, s3, files, warnings, bucket, urlOf, rows }
}

test('stores pictures and their copies in the bucket, and serves them like pictures on disk', async () => {
  const t = await testPictures()
  assert.equal((await t.bucket.upload('a.jpg', await jpeg(1000, 500), options)).error, null)
  assert.equal(t.s3.keys().length, 3)
  assert.ok(t.s3.keys().every((key) => /^pictures\/[\da-f-]{36}$/.test(key)))
  const types = [...t.s3.objects.values()].map(({ type }) => type)
  assert.deepEqual(types.toSorted(), ['image/jpeg', 'image/webp', 'image/webp'])

  const whole = await fetch(t.urlOf('a.jpg'))
  const bytes = await whole.bytes()
  assert.equal(whole.headers.get('cache-control'), 'public, max-age=3600, s-maxage=10, must-revalidate')
  assert.equal(whole.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  const part = await fetch(t.urlOf('a.jpg'), { headers: { range: 'bytes=2-5' } })
  assert.deepEqual([part.status, await part.bytes()], [206, bytes.slice(2, 6)])
  const known = { headers: { 'if-none-match': whole.headers.get('etag')! } }
  assert.equal((await fetch(t.urlOf('a.jpg'), known)).status, 304)
  assert.equal((await fetch(variantOf(t.urlOf('a.jpg'), 480))).headers.get('content-type'), 'image/webp')

  await t.bucket.remove(['a.jpg'])
  assert.deepEqual(t.s3.keys(), [])
  assert.equal((await fetch(t.urlOf('a.jpg'))).status, 404)
})

test.each([
  ['overloaded', { status: 503, code: 'SlowDown' }, 503],
  ['unreachable', 'reset', 503],
  ['too slow', 'hang', 503],
  ['closed to the site', { status: 403, code: 'AccessDenied' }, 502],
] as const)('rejects uploads while the bucket is %s, and stores neither rows nor files', async (_, trouble, status) => {
  const t = await testPictures()
  let requests = 0
  // Only the second request fails, so the picture's other files are stored.
  t.s3.fail(() => (++requests === 2 ? trouble : null))
  const answer = await t.bucket.upload('a.jpg', await jpeg(1000, 100), options)
  assert.equal(codeOf(answer), `${status} InternalError`)
  t.s3.recover()
  assert.deepEqual([await t.rows(), t.s3.keys()], [[], []])
  assert.equal((await t.bucket.upload('a.jpg', await jpeg(), options)).error, null)
})

test('serves recently used pictures while the bucket is unavailable, and returns 503 for all others', async () => {
  const t = await testPictures()
  for (const name of ['used.jpg', 'unused.jpg']) await t.bucket.upload(name, await jpeg(), options)
  const before = await (await fetch(t.urlOf('used.jpg'))).bytes()
  t.s3.fail(() => ({ status: 500, code: 'InternalError' }))
  assert.deepEqual(await (await fetch(t.urlOf('used.jpg'))).bytes(), before)
  const refused = await fetch(t.urlOf('unused.jpg'))
  assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [503, true])
  t.s3.recover()
  assert.equal((await fetch(t.urlOf('unused.jpg'))).status, 200)
})

test('removes pictures during an outage, and removes their files later', async () => {
  const t = await testPictures()
  await t.bucket.upload('a.jpg', await jpeg(1000, 100), options)
  await fetch(t.urlOf('a.jpg'))
  t.s3.fail(() => ({ status: 500, code: 'InternalError' }))
  assert.equal((await t.bucket.remove(['a.jpg'])).data?.length, 1)
  assert.equal((await fetch(t.urlOf('a.jpg'))).status, 404)
  assert.equal(t.warnings.length, 1)
  t.s3.recover()
  t.network.nowMs += 10_000
  const sweep = tasksOf(t.storage.workers)['storage:sweep']!
  t.clock.advance(Date.now() - t.clock.now())
  await sweep({})
  assert.equal(t.s3.keys().length, 3, 'the files may belong to an upload in progress')
  t.clock.advance(61 * 60_000)
  await sweep({})
  assert.deepEqual(t.s3.keys(), [])
})

test('removes only picture files that belong to no object, and leaves all other files alone', async () => {
  const t = await testPictures()
  await t.bucket.upload('a.jpg', await jpeg(), options)
  await t.bucket.upload('lost.jpg', await jpeg(), options)
  const [{ file }] = (await many<{ file: string }>(t.db)`select file from storage_objects where path = 'lost.jpg'`) as [
    { file: string },
  ]
  t.s3.objects.delete(`pictures/${file}`)
  const kept = t.s3.keys()
  const foreign = { bytes: Buffer.alloc(1), etag: '""', type: '', modifiedAt: new Date(0) }
  t.s3.objects.set('pictures/readme.txt', foreign)
  t.s3.objects.set('other/thing', foreign)
  t.s3.objects.set('pictures/aaaaaaaa-0000-4000-8000-000000000000', foreign)
  await run(t.db)`update storage_objects set updated_at = now() - interval '2 hours'`
  t.clock.advance(Date.now() + 2 * 3_600_000 - t.clock.now())
  await tasksOf(t.storage.workers)['storage:sweep']!({})
  assert.deepEqual(t.s3.keys(), [...kept, 'other/thing', 'pictures/readme.txt'].toSorted())
  assert.deepEqual(
    t.warnings.map(({ lost }) => lost),
    [1],
  )
})

test('redirects browsers to the CDN, except for downloads and removed pictures', async () => {
  const t = await testPictures({ cdnUrlOf: (file) => `https://cdn.example.org/pictures/${file}` })
  await t.bucket.upload('a.jpg', await jpeg(), options)
  const ask = (query = '') => fetch(t.urlOf('a.jpg') + query, { redirect: 'manual' })
  const answer = await ask()
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `https://cdn.example.org/${t.s3.keys()[0]}`])
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600, s-maxage=10, must-revalidate')
  assert.equal((await ask('?download=a.jpg')).status, 200)
  await t.bucket.remove(['a.jpg'])
  assert.equal((await ask()).status, 404)
})

test('redirects to the profile picture itself on the CDN if it has no variant for avatars', async () => {
  const t = await testPictures({ cdnUrlOf: (file) => `https://cdn.example.org/pictures/${file}` })
  await t
    .client('alice')
    .from('profile-images')
    .upload('a.jpg', await jpeg(), options)
  const url = t.storage.publicUrl({ bucket: 'profile-images', path: 'a.jpg' })
  const answer = await fetch(variantOf(url, 128), { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `https://cdn.example.org/${t.s3.keys()[0]}`])
})
