import assert from 'node:assert/strict'
import fs from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, test, vi } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { connectRtmp, flvTags } from '#tests/support/rtmp-client.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { temporaryDataDir } from '#tests/support/site.ts'
import { ask, type Encoding, encoding, readMp4, startFfmpeg, testStreaming, until } from '#tests/support/streaming.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { openS3Bucket } from '../bucket/s3.ts'
import type { RecordingSettings } from './recordings.ts'
import type { Broadcast, BroadcastEvent } from './streaming.ts'

type Testing = Awaited<ReturnType<typeof testRecordings>>

async function testRecordings(settings: Partial<RecordingSettings> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = path.join(dataDir, 'recordings')
  const t = await testStreaming({ recordings: { isOn: true, folder, maxBytes: 1024 ** 3, ...settings } })
  return { ...t, t, folder }
}

/** Broadcasts at full speed until the encoder stops. */
async function broadcast({ t }: Testing, options: Encoding = {}, { streamKey }: Pick<Broadcast, 'streamKey'> = t) {
  const idle = () => t.kinds().filter((kind) => kind === 'idle').length
  const before = idle()
  await startFfmpeg(encoding(`${t.url}/${streamKey}`, { seconds: 6, isLive: false, ...options })).ended
  await until(() => idle() > before, 'idle')
}

const isRecorded = (event: BroadcastEvent) => event.type === 'recorded'
const recordingsOf = ({ t }: Testing) => t.events.filter(isRecorded).map(({ recording }) => recording)
const isAnnounced = (testing: Testing, count = 1) => until(() => recordingsOf(testing).length === count, 'recorded')
const namesIn = (folder: string): string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted() : []
const rows = ({ t }: Testing) => many(t.db)`select recording_id from broadcast_recordings`
const hintsOf = async ({ t }: Testing) => (await t.streaming.reportOf(t.providerId))!.hints

/** Plays the only recording. */
function player(testing: Testing, { isPublic = true, from = testing.t.streaming } = {}) {
  const [recording] = recordingsOf(testing)
  const { pathname } = new URL(from.recordingUrl({ ...recording!, isPublic }))
  const get = (file = 'index.m3u8', init: RequestInit = {}) => ask(from, pathname.replace('index.m3u8', file), init)
  const range = async (bytes: string, at: string) => {
    const answer = await get('media.mp4', { headers: { range: `bytes=${at}-${Number(at) + Number(bytes) - 1}` } })
    assert.equal(answer.status, 206)
    return Buffer.from(await answer.arrayBuffer())
  }
  /** Fetches every range in the playlist and parses the result with an independent MP4 parser. */
  async function played() {
    const playlist = await (await get()).text()
    const inits = [...playlist.matchAll(/#EXT-X-MAP:URI="media.mp4",BYTERANGE="(\d+)@(\d+)"/g)]
    const segments = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\nmedia.mp4/g)]
    const ranges = await Promise.all([inits[0]!, ...segments].map(([, bytes, at]) => range(bytes!, at!)))
    return { playlist, inits: inits.length, ...(await readMp4(Buffer.concat(ranges))) }
  }
  return { recording: recording!, pathname, get, played }
}

/** Makes the next read from the disk fail. @returns a list to which the file is added when the read fails */
async function failingRead(): Promise<FileHandle[]> {
  await using file = await open(import.meta.filename)
  const prototype: FileHandle = Object.getPrototypeOf(file)
  const files: FileHandle[] = []
  const read = vi.spyOn(prototype, 'read').mockImplementationOnce(async function fail(this: FileHandle) {
    files.push(this)
    throw new Error('EIO')
  })
  onTestFinished(() => read.mockRestore())
  return files
}

test('serves recordings from every process and machine until they are deleted', async () => {
  const testing = await testRecordings()
  const startedMs = Date.now()
  await broadcast(testing)
  await isAnnounced(testing)
  assert.deepEqual(testing.kinds(), ['active', 'idle', 'recorded'])
  const elsewhere = { isOn: true, folder: `${testing.folder}-of-another-machine`, maxBytes: 1024 ** 3 }
  for (const from of [testing.streaming, await testing.open(), await testing.open({ recordings: elsewhere })]) {
    const { recording, played } = player(testing, { from })
    const { playlist, video, audio } = await played()
    assert.match(playlist, /#EXT-X-PLAYLIST-TYPE:VOD\n.*#EXT-X-ENDLIST\n$/s)
    assert.ok(playlist.includes(`#EXT-X-PROGRAM-DATE-TIME:${recording.startedAt.toISOString()}\n`), playlist)
    assert.deepEqual([video.frames, video.codec, video.width, audio?.codec], [180, 'avc', 320, 'aac'])
    for (const seconds of [video.seconds, audio!.seconds, recording.seconds])
      assert.ok(Math.abs(seconds - 6) < 0.1, `${seconds} s`)
    assert.ok(recording.startedAt.getTime() >= startedMs)
  }
  const { recording, get } = player(testing)
  assert.deepEqual(namesIn(path.join(testing.folder, recording.recordingId)), ['index.m3u8', 'media.mp4'])
  await testing.streaming.removeRecording(recording.recordingId)
  assert.equal((await get()).status, 404)
  assert.deepEqual([namesIn(testing.folder), await rows(testing)], [[], []])
  await testing.streaming.removeRecording(recording.recordingId)
})

test('serves a recording in cacheable byte ranges', async () => {
  const testing = await testRecordings()
  await broadcast(testing)
  await isAnnounced(testing)
  const { get, recording } = player(testing)
  const whole = await get('media.mp4')
  const bytes = Buffer.from(await whole.arrayBuffer())
  const headersOf = ({ headers }: Response) =>
    ['content-type', 'content-length', 'content-range', 'cache-control'].map((name) => headers.get(name))
  const lasting = 'public, max-age=3600, s-maxage=10, must-revalidate, immutable'
  assert.deepEqual(headersOf(whole), ['video/mp4', String(bytes.length), null, lasting])
  assert.equal((await readMp4(bytes)).video.frames, 180)
  const last = await get('media.mp4', { headers: { range: 'bytes=-10' } })
  const range = `bytes ${bytes.length - 10}-${bytes.length - 1}/${bytes.length}`
  assert.deepEqual([last.status, ...headersOf(last)], [206, 'video/mp4', '10', range, lasting])
  assert.deepEqual(Buffer.from(await last.arrayBuffer()), bytes.subarray(-10))
  assert.equal((await get('media.mp4', { headers: { range: `bytes=${bytes.length}-` } })).status, 416)
  const head = await get('media.mp4', { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text(), headersOf(head)[1]], [200, '', String(bytes.length)])
  assert.deepEqual(headersOf(await get())[3], 'no-cache')
  assert.equal((await get('index.m3u8', { method: 'POST' })).status, 405)
  for (const file of ['segments.jsonl', 'x', '..', '']) assert.equal((await get(file)).status, 404, file)
  const unread = await failingRead()
  await assert.rejects((await get('media.mp4')).arrayBuffer(), /EIO/)
  assert.deepEqual([unread.length, unread[0]?.fd], [1, -1], 'it is closed')
  const none = `${recording.recordingId}x`
  assert.equal((await ask(testing.streaming, `/live/recordings/${none}/index.m3u8`)).status, 404)
})

test('serves private recordings only with a token', async () => {
  const testing = await testRecordings()
  await broadcast(testing, {}, await testing.streaming.create({ isPublic: false }))
  await isAnnounced(testing)
  const { get, pathname, played } = player(testing, { isPublic: false })
  assert.equal((await played()).video.frames, 180)
  assert.equal(
    (await get('media.mp4', { method: 'HEAD' })).headers.get('cache-control'),
    'private, max-age=3600, immutable',
  )
  const [token] = /\.\d+\.[\w-]+/.exec(pathname)!
  const { recordingId } = recordingsOf(testing)[0]!
  const live = testing.streaming.playbackUrl({ playbackId: recordingId, isPublic: false })
  const forged = ['', '.1.x', `${token}x`, /\.\d+\.[\w-]+/.exec(new URL(live).pathname)![0]]
  for (const one of forged) assert.equal((await ask(testing.streaming, pathname.replace(token, one))).status, 404, one)
})

test('continues the recording when an encoder reconnects with different settings', async () => {
  const testing = await testRecordings()
  const first = await connectRtmp(testing.rtmpPort)
  first.publish(testing.streamKey)
  await until(() => first.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 4 })) first.tag(tag)
  await until(() => testing.kinds().includes('active'), 'active')
  first.socket.end()
  await until(() => testing.kinds().includes('interrupted'), 'interrupted')
  await broadcast(testing, { seconds: 4, source: 'testsrc2=size=640x360:rate=30' })
  await isAnnounced(testing)
  assert.deepEqual(testing.kinds(), ['active', 'interrupted', 'resumed', 'idle', 'recorded'])
  const { playlist, inits, video } = await player(testing).played()
  assert.deepEqual([inits, video.frames, playlist.split('#EXT-X-DISCONTINUITY\n').length], [2, 240, 2])
  assert.equal(playlist.match(/#EXT-X-PROGRAM-DATE-TIME/g)!.length, 2)
  await testing.streaming.remove(testing.providerId)
  assert.deepEqual([namesIn(testing.folder), await rows(testing)], [[], []])
})

test('leaves no files behind when a livestream is deleted during its broadcast', async () => {
  const testing = await testRecordings()
  const encoder = await connectRtmp(testing.rtmpPort)
  encoder.publish(testing.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 9 })) encoder.tag(tag)
  await until(() => namesIn(testing.folder).length > 1, 'something on the disk')
  await testing.streaming.remove(testing.providerId)
  await testing.streaming.close()
  assert.deepEqual([namesIn(testing.folder), recordingsOf(testing)], [[], []])
})

test('discards short recordings, and records nothing while recording is off', async () => {
  for (const [isOn, seconds] of [
    [true, 2],
    [false, 6],
  ] as const) {
    const testing = await testRecordings({ isOn })
    await broadcast(testing, { seconds })
    await testing.streaming.close()
    assert.deepEqual(testing.kinds(), ['active', 'idle'])
    assert.deepEqual([namesIn(testing.folder), await rows(testing), await hintsOf(testing)], [[], [], []])
  }
})

test('ends only the recording after a disk error, and shows the reason to the owner', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const file = path.join(dataDir, 'file')
  fs.writeFileSync(file, '')
  const troubles: [Partial<RecordingSettings>, RegExp][] = [
    [{ folder: path.join(file, 'recordings') }, /it could not be written/],
    [{ maxBytes: 1 }, /no space left for recordings/],
    [{ limits: { minFreeBytes: Number.MAX_SAFE_INTEGER } }, /disk of this server is nearly full/],
    [{ limits: { maxPendingBytes: 1 } }, /disk of this server is too slow/],
  ]
  for (const [settings, hint] of troubles) {
    const testing = await testRecordings(settings)
    await broadcast(testing)
    await until(async () => (await hintsOf(testing)).some((one) => hint.test(one)), String(hint))
    assert.equal((await testing.played()).video.frames, 180)
    await testing.streaming.close()
    assert.deepEqual(testing.kinds(), ['active', 'idle'])
    assert.deepEqual([namesIn(testing.folder), await rows(testing)], [[], []])
    assert.equal(testing.logged.length, 1, String(testing.logged))
  }
})

test('keeps a recording that reaches the size limit, and clears the error with the next recording', async () => {
  const testing = await testRecordings({ maxBytes: 600_000, limits: { minSeconds: 1 } })
  await broadcast(testing, { seconds: 10 })
  await isAnnounced(testing)
  const { recording, played } = player(testing)
  assert.ok(recording.seconds >= 1 && recording.seconds < 9, `${recording.seconds} s`)
  assert.ok(Math.abs((await played()).video.seconds - recording.seconds) < 0.1)
  assert.match((await hintsOf(testing))[0]!, /Delete old ones/)
  await testing.streaming.removeRecording(recording.recordingId)
  await broadcast(testing, { seconds: 2 })
  await isAnnounced(testing, 2)
  assert.deepEqual(await hintsOf(testing), [])
})

test('limits each member’s recordings to their share of the storage, except for administrators', async () => {
  const testing = await testRecordings({ maxBytes: 10_000_000 })
  const { streaming, db } = testing
  const [full, another, empty] = await Promise.all([1, 2, 3].map(() => streaming.create({ isPublic: true })))
  const owned = { bob: [full!, another!], carol: [empty!] }
  for (const [name, broadcasts] of Object.entries(owned)) {
    await run(
      db,
    )`insert into members (issuer, subject, username, display_name) values ('test', ${name}, ${name}, ${name})`
    for (const { providerId } of broadcasts)
      await run(db)`
        insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
          description, is_public)
        select id, 'embedded', ${providerId}, ${providerId}, true, '', '', '', true from members where username = ${name}`
  }
  await run(db)`insert into broadcast_recordings (recording_id, provider_id, started_at, bytes, seconds, is_told)
    values ('old', ${full!.providerId}, now(), 6000000, 60, true)`
  const faultOf = async ({ providerId }: Broadcast) => (await streaming.reportOf(providerId))!.hints.join()
  await broadcast(testing, {}, another)
  await until(async () => (await faultOf(another!)).includes('as is left for everyone'), 'a hint')
  await broadcast(testing, {}, empty)
  await isAnnounced(testing)
  assert.equal(await faultOf(empty!), '')
  await run(db)`update members set role = 'admin' where username = 'bob'`
  await broadcast(testing, {}, another)
  await isAnnounced(testing, 2)
  assert.equal(await faultOf(another!), '')
})

test('ends a recording at the maximum length when an encoder is left running', async () => {
  for (const limits of [{ maxSeconds: 6 }, { maxSegments: 3 }]) {
    const testing = await testRecordings({ limits })
    await broadcast(testing, { seconds: 11 })
    await isAnnounced(testing)
    await testing.streaming.close()
    assert.equal(Math.round(recordingsOf(testing)[0]!.seconds), 6)
    assert.match((await hintsOf(testing))[0]!, /maximum length of a recording/)
  }
})

test('recovers recordings left over from a killed server', async () => {
  const testing = await testRecordings()
  const { t, folder } = testing
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags({ seconds: 9 })) encoder.tag(tag)
  const lines = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n').length - 1
  const written = () =>
    namesIn(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map(lines)
  await until(() => written()[0] === 4, 'four segments')
  const asItWas = `${folder}-as-it-was`
  fs.cpSync(folder, asItWas, { recursive: true })
  await t.streaming.close()
  const { recordingId, startedAt } = recordingsOf(testing)[0]!
  const journal = path.join(folder, recordingId, 'segments.jsonl')
  async function putBack() {
    fs.rmSync(folder, { recursive: true })
    fs.cpSync(asItWas, folder, { recursive: true })
    fs.appendFileSync(path.join(folder, recordingId, 'media.mp4'), Buffer.alloc(5000))
    fs.appendFileSync(journal, '{"at":1')
    await run(t.db)`update broadcast_recordings set seconds = null, is_told = false`
    t.events.length = 0
  }
  async function isWhole() {
    await isAnnounced(testing)
    const { recording, played } = player(testing)
    assert.deepEqual([recording.recordingId, recording.startedAt], [recordingId, startedAt])
    assert.ok(Math.abs(recording.seconds - 8) < 0.1)
    assert.equal((await played()).video.frames, 240)
  }
  await putBack()
  await t.restart()
  await isWhole()

  // As on a machine that no longer receives broadcasts.
  await putBack()
  const sweep = tasksOf(t.streaming.workers)['recordings.sweep']!
  await sweep({})
  assert.deepEqual(recordingsOf(testing), [], 'it may still be in progress')
  const minutesAgo = new Date(Date.now() - 6 * 60_000)
  fs.utimesSync(journal, minutesAgo, minutesAgo)
  await sweep({})
  await isWhole()
})

test('announces recordings until they are acknowledged, and deletes unknown folders', async () => {
  const testing = await testRecordings()
  await broadcast(testing)
  await isAnnounced(testing)
  const { recordingId } = recordingsOf(testing)[0]!
  fs.mkdirSync(path.join(testing.folder, 'x'.repeat(22)))
  const sweep = async () => tasksOf(testing.streaming.workers)['recordings.sweep']!({})
  await testing.streaming.close() // waits for events that are being delivered
  await sweep()
  assert.deepEqual([fs.readdirSync(testing.folder), recordingsOf(testing).length], [[recordingId], 1])
  await run(testing.t.db)`update broadcast_recordings set is_told = false`
  await sweep()
  await sweep()
  const [first, second, ...more] = testing.events.filter(isRecorded)
  assert.deepEqual([second, more], [first, []])
})

async function testBucketRecordings(settings: Partial<RecordingSettings> = {}) {
  const s3 = await startS3()
  const bucket = openS3Bucket(s3.settings, { maxAttempts: 1, partBytes: 5 * 1024 * 1024 })
  onTestFinished(() => bucket.close())
  const testing = await testRecordings({ bucket, retryMs: 100, ...settings })
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

test('removes files that removed recordings and interrupted uploads left in the bucket', async () => {
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
