import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { importFilesInBucket } from '#features/admin/import-runs/import-files-in-bucket.ts'
import { partBytes } from '#features/admin/import-runs/import-runs.contract.ts'
import { findRun } from '#features/admin/import-runs/import-runs.store.ts'
import { openS3Bucket } from '#providers/bucket/s3.ts'
import { variantPaths } from '#providers/storage/storage.ts'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { jpeg } from '#tests/support/storage.ts'
import { readConfig } from './config.ts'
import { moveMedia } from './move-media.ts'

/** Stores a site's files on disk: pictures with copies, a finished recording, and half of an uploaded file. */
async function siteOnDisk() {
  const site = await testApplication()
  const token = await site.register('alice')
  async function uploadPicture(width: number) {
    const body = new FormData()
    body.append('bucketName', 'post-images')
    body.append('file', new File([await jpeg(width, 300)], 'a.jpg'))
    const answer = await site.call('POST', '/api/storage/upload', { token, body })
    return ((await answer.json()) as { address: string }).address
  }
  const originals = [await uploadPicture(600), await uploadPicture(1700), await uploadPicture(90)]
  const member = (await one<{ id: number }>(site.db)`select id from members`)!
  const recordingId = 'r'.repeat(22)
  const folder = path.join(site.config.dataDir, 'recordings', recordingId)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'media.mp4'), randomBytes(100_000))
  fs.writeFileSync(path.join(folder, 'index.m3u8'), '#EXTM3U\n')
  const { providerId } = await site.ctx.streaming.create({ isPublic: true })
  await run(site.db)`insert into broadcast_recordings (recording_id, provider_id, started_at, bytes, seconds, is_told)
    values (${recordingId}, ${providerId}, now(), 100000, 60, true)`
  const content = randomBytes(2 * partBytes + 5)
  const body = { name: 'blog.zip', sizeBytes: content.length, oldSite: null }
  const created = (await (await site.call('POST', '/api/imports', { token, body })).json()) as { id: number }
  for (const offset of [0, partBytes]) await sendPart(site, token, created.id, content, offset)
  return { site, token, originals, member, recordingId, folder, content, runId: created.id }
}

async function sendPart({ app }: TestApplication, token: string, id: number, content: Buffer, offset: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const body = new Uint8Array(content.subarray(offset, offset + partBytes))
  const answer = await app.request(`/api/imports/${id}/file?offset=${offset}`, { method: 'PUT', headers, body })
  assert.equal(answer.status, 200)
}

const bytesAt = async ({ app }: TestApplication, address: string) => {
  const answer = await app.request(address)
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

test('copies all of a site’s files to a bucket, from which another machine serves them', async () => {
  const t = await siteOnDisk()
  const recording = `/live/recordings/${t.recordingId}/media.mp4`
  const addresses = [...t.originals.flatMap((address) => [address, ...variantPaths(address)]), recording]
  const before = await Promise.all(addresses.map((address) => bytesAt(t.site, address)))
  assert.equal(before.filter(Buffer.isBuffer).length, 3 + 4 + 1)

  const s3 = await startS3({ pageSize: 3 })
  const config = readConfig({ DATA_DIR: t.site.config.dataDir, ...s3.environment })
  const services = { config, db: t.site.db, log: t.site.ctx.log }
  const first = await moveMedia(services)
  assert.deepEqual(first, {
    pictures: { copied: 7, present: 0, missing: [] },
    recordings: { copied: 1, present: 0, missing: [] },
    imports: { copied: 1, present: 0, missing: [] },
  })
  assert.equal((await moveMedia(services)).pictures.present, 7)
  assert.ok(fs.existsSync(t.folder), 'nothing is deleted')

  const moved = await testApplication(s3.environment)
  assert.notEqual(moved.config.dataDir, t.site.config.dataDir)
  const after = await Promise.all(addresses.map((address) => bytesAt(moved, address)))
  assert.deepEqual(after, before)

  await sendPart(moved, t.token, t.runId, t.content, 2 * partBytes)
  assert.deepEqual((await moveMedia({ ...services, db: moved.db })).imports, { copied: 0, present: 1, missing: [] })
  const bucket = openS3Bucket(s3.settings)
  const run = (await findRun(moved.db, t.member.id, t.runId))!
  const copy = await importFilesInBucket(bucket, moved.config.dataDir).open(run)
  assert.ok(fs.readFileSync(copy!).equals(t.content))
  bucket.close()
})

test('reports missing files and copies the others', async () => {
  const t = await siteOnDisk()
  const [lost] = await many<{ file: string; path: string }>(t.site.db)`
    select file, path from storage_objects where path like '%.jpg' limit 1`
  fs.rmSync(path.join(t.site.config.dataDir, 'storage', lost!.file.slice(0, 2), lost!.file))
  fs.rmSync(t.folder, { recursive: true })
  const s3 = await startS3()
  const config = readConfig({ DATA_DIR: t.site.config.dataDir, ...s3.environment })
  const report = await moveMedia({ config, db: t.site.db, log: t.site.ctx.log })
  assert.deepEqual(report.pictures, { copied: 6, present: 0, missing: [`post-images/${lost!.path}`] })
  assert.deepEqual(report.recordings, { copied: 0, present: 0, missing: [t.recordingId] })
})

test('fails if the bucket is unavailable or not configured', async () => {
  const t = await siteOnDisk()
  const services = { config: t.site.config, db: t.site.db, log: t.site.ctx.log }
  await assert.rejects(moveMedia(services), /Set the S3 settings first/)
  const s3 = await startS3()
  await s3.stop()
  const config = readConfig({ DATA_DIR: t.site.config.dataDir, ...s3.environment })
  await assert.rejects(moveMedia({ ...services, config }), { code: 'not_ready' })
})
