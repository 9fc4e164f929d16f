import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { openS3Bucket } from '#providers/bucket/s3.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { importFilesInBucket } from './import-files-in-bucket.ts'

async function twoMachines() {
  const s3 = await startS3({ pageSize: 2 })
  const bucket = openS3Bucket(s3.settings)
  const open = () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-imports-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return { folder, files: importFilesInBucket(bucket, folder) }
  }
  onTestFinished(() => bucket.close())
  return { s3, here: open(), there: open() }
}
const file = { name: 'my blog.zip', fileKey: 'key-1', sizeBytes: 3500 }
const content = randomBytes(3500)
const part = (offset: number) => content.subarray(offset, offset + 1000)

test('joins parts of a file that were received by different machines', async () => {
  const { s3, here, there } = await twoMachines()
  for (const [offset, { files }] of [
    [0, here],
    [2000, here],
    [1000, there],
    [3000, there],
    [1000, here],
  ] as const)
    await files.write(file, offset, part(offset))
  const copy = (await there.files.open(file))!
  assert.equal(path.basename(copy), 'my blog.zip')
  assert.ok(readFileSync(copy).equals(content))
  assert.equal((await there.files.open(file))!, copy)
  await there.files.close(file)
  assert.deepEqual([readdirSync(here.folder), readdirSync(there.folder)], [[], []])
  assert.equal(s3.keys().length, 4)
  await here.files.remove(file)
  assert.deepEqual(s3.keys(), [])
})

test('does not open a file if one of its parts is missing or has the wrong length', async () => {
  const { here } = await twoMachines()
  assert.equal(await here.files.open(file), null)
  for (const offset of [0, 1000, 3000]) await here.files.write(file, offset, part(offset))
  assert.equal(await here.files.open(file), null)
  await here.files.write(file, 2000, part(2000).subarray(1))
  assert.equal(await here.files.open(file), null)
  await here.files.write(file, 2000, part(2000))
  assert.ok(existsSync((await here.files.open(file))!))
})

test('deletes files that no run needs from the bucket and the disk', async () => {
  const { s3, here } = await twoMachines()
  for (const fileKey of ['needed', 'old'])
    for (const offset of [0, 1000, 2000, 3000]) await here.files.write({ ...file, fileKey }, offset, part(offset))
  await here.files.open({ ...file, fileKey: 'old' })
  await here.files.removeUnneeded(['needed'], Date.now())
  assert.equal(s3.keys().length, 8, 'it may have been written before its run is visible')
  await here.files.removeUnneeded(['needed'], Date.now() + 120_000)
  assert.equal(s3.keys().length, 4)
  assert.ok(s3.keys().every((key) => key.startsWith('imports/needed/')))
  assert.deepEqual(readdirSync(here.folder), [])
})
