import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { tasksOf } from '#tests/support/jobs.ts'
import { broadcast, isAnnounced, namesIn, player, recordingsOf, testRecordings } from '#tests/support/recordings.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { until } from '#tests/support/streaming.ts'
import { openS3Bucket } from '../bucket/s3.ts'

async function testBucketRecordings() {
  const s3 = await startS3()
  const bucket = openS3Bucket(s3.settings, { maxAttempts: 1, partBytes: 5 * 1024 * 1024 })
  onTestFinished(() => bucket.close())
  const testing = await testRecordings({ bucket, retryMs: 100 })
  const isMoved = () => until(() => namesIn(testing.folder).length === 0, 'moved to the bucket')
  const keys = () => s3.keys().filter((key) => key !== 'site-id')
  /** Opens the site on another machine, which has its own disk. */
  const elsewhere = () =>
    testing.open({ recordings: { isOn: true, folder: `${testing.folder}-elsewhere`, maxBytes: 1024 ** 3, bucket } })
  return { ...testing, s3, bucket, isMoved, keys, elsewhere }
}

test('moves finished recordings to the bucket, from which every machine serves them', async () => {
  const testing = await testBucketRecordings()
  await broadcast(testing)
  await isAnnounced(testing)
  await testing.isMoved()
  const { recordingId } = recordingsOf(testing)[0]!
  assert.deepEqual(testing.keys(), [`recordings/${recordingId}/index.m3u8`, `recordings/${recordingId}/media.mp4`])
  const other = await testing.elsewhere()
  await testing.streaming.close()
  const { get, played } = player(testing, { from: other })
  assert.equal((await played()).video.frames, 180)

  const bytes = testing.s3.objects.get(`recordings/${recordingId}/media.mp4`)!.bytes
  testing.s3.requests.length = 0
  const last = await get('media.mp4', { headers: { range: 'bytes=-10' } })
  assert.equal(last.status, 206)
  assert.equal(last.headers.get('content-range'), `bytes ${bytes.length - 10}-${bytes.length - 1}/${bytes.length}`)
  assert.equal(last.headers.get('cache-control'), 'public, max-age=3600, s-maxage=10, must-revalidate, immutable')
  assert.deepEqual(Buffer.from(await last.arrayBuffer()), bytes.subarray(-10))
  assert.equal(testing.s3.requests.length, 1)
  const known = { headers: { 'if-none-match': last.headers.get('etag')! } }
  assert.equal((await get('media.mp4', known)).status, 304)
  assert.equal((await get('media.mp4', { headers: { range: `bytes=${bytes.length}-` } })).status, 416)
  const head = await get('media.mp4', { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])

  await other.removeRecording(recordingId)
  assert.deepEqual([(await get()).status, testing.keys()], [404, []])
})

test('stops reading from the bucket when a player disconnects', async () => {
  const testing = await testBucketRecordings()
  await broadcast(testing)
  await isAnnounced(testing)
  await testing.isMoved()
  const { get } = player(testing)
  const { body } = await get('media.mp4')
  await body!.cancel()
  assert.equal((await get('media.mp4')).status, 200)
})

test('serves a recording from disk until all of it is in the bucket', async () => {
  const testing = await testBucketRecordings()
  testing.s3.fail(({ method }) => (method === 'PUT' ? { status: 500, code: 'InternalError' } : null))
  await broadcast(testing)
  await isAnnounced(testing)
  await until(() => testing.logged.some((line) => line.includes('could not be moved')), 'a failure')
  assert.deepEqual(testing.keys(), [])
  assert.equal((await player(testing).played()).video.frames, 180)
  // The media file arrives, but the playlist does not.
  testing.s3.fail(({ method, key }) =>
    method === 'PUT' && key.endsWith('m3u8') ? { status: 403, code: 'AccessDenied' } : null,
  )
  await testing.streaming.close()
  await testing.t.restart()
  await until(() => testing.keys().length === 1, 'a part of it')
  assert.equal((await player(testing, { from: testing.t.streaming }).played()).video.frames, 180)
  testing.s3.recover()
  await testing.isMoved()
  assert.equal((await player(testing, { from: testing.t.streaming }).played()).video.frames, 180)
})

test('moves recordings left behind by a stopped server to the bucket', async () => {
  const testing = await testBucketRecordings()
  testing.s3.fail(() => 'hang')
  await broadcast(testing)
  await isAnnounced(testing)
  await testing.streaming.close()
  assert.equal(namesIn(testing.folder).length, 3)
  testing.s3.recover()
  await testing.t.restart()
  await testing.isMoved()
  assert.equal(testing.keys().length, 2)
})

test('removes files left in the bucket by deleted recordings and interrupted uploads', async () => {
  const testing = await testBucketRecordings()
  await broadcast(testing)
  await isAnnounced(testing)
  await testing.isMoved()
  const { recordingId } = recordingsOf(testing)[0]!
  const [kept, media] = [testing.keys(), testing.s3.objects.get(`recordings/${recordingId}/media.mp4`)!]
  testing.s3.objects.set(`recordings/${'x'.repeat(22)}/media.mp4`, media)
  const upload = { key: 'recordings/y/media.mp4', type: '', parts: new Map() }
  testing.s3.uploads.set('old', { ...upload, startedAt: new Date(Date.now() - 25 * 3_600_000) })
  testing.s3.uploads.set('current', { ...upload, startedAt: new Date() })
  await tasksOf(testing.streaming.workers)['recordings.sweep']!({})
  assert.deepEqual([testing.keys(), [...testing.s3.uploads.keys()]], [kept, ['current']])
  testing.s3.fail(() => ({ status: 503, code: 'SlowDown' }))
  await testing.streaming.removeRecording(recordingId)
  assert.equal((await player(testing).get()).status, 404)
})
