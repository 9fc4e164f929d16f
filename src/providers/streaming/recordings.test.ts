import assert from 'node:assert/strict'
import fs from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, test, vi } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import {
  broadcast,
  isAnnounced,
  isRecorded,
  namesIn,
  player,
  recordingsOf,
  type Testing,
  testRecordings,
} from '#tests/support/recordings.ts'
import { connectRtmp, flvTags } from '#tests/support/rtmp-client.ts'
import { temporaryDataDir } from '#tests/support/site.ts'
import { ask, readMp4, until } from '#tests/support/streaming.ts'
import type { RecordingSettings } from './recordings.ts'
import type { Broadcast } from './streaming.ts'

const rows = ({ t }: Testing) => many(t.db)`select recording_id from broadcast_recordings`
const hintsOf = async ({ t }: Testing) => (await t.streaming.reportOf(t.providerId))!.hints

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
  await until(async () => (await faultOf(another!)).includes('more than their share of the space'), 'a hint')
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
