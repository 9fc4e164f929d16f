import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { createFileCache } from './file-cache.ts'

async function folder(): Promise<string> {
  const made = await fs.mkdtemp(path.join(os.tmpdir(), 'file-cache-'))
  onTestFinished(() => fs.rm(made, { recursive: true }))
  return made
}
const oneFile = async (place: string) => path.join(place, (await fs.readdir(place))[0]!)

test('shares stored files between processes', async () => {
  const place = path.join(await folder(), 'not/yet/there')
  await createFileCache(place, 1000).put('a', Buffer.from('bytes'))
  const other = createFileCache(place, 1000)
  assert.equal(String((await other.find('a'))?.bytes), 'bytes')
  assert.equal(await other.find('b'), null)
})

test('ignores a truncated, empty, or modified file, and can replace it', async () => {
  const place = await folder()
  const cache = createFileCache(place, 1000)
  for (const spoil of [(bytes: Buffer) => bytes.subarray(0, -1), () => Buffer.alloc(0), () => Buffer.from('zz')]) {
    await cache.put('a', Buffer.from('bytes'))
    const file = await oneFile(place)
    await fs.writeFile(file, spoil(await fs.readFile(file)))
    assert.equal(await cache.find('a'), null)
  }
  await cache.put('a', Buffer.from('bytes'))
  assert.equal(String((await cache.find('a'))?.bytes), 'bytes')
})

test('deletes the oldest files when the cache exceeds its limit', async () => {
  const place = await folder()
  const cache = createFileCache(place, 1000)
  for (let n = 0; n < 30; n++) await cache.put(`file ${n}`, Buffer.alloc(100))
  const files = await fs.readdir(place)
  assert.ok(files.length > 0 && files.length <= 12, String(files.length))
  assert.ok(await cache.find('file 29'))
  assert.equal(await cache.find('file 0'), null)
})
