import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, vi } from 'vitest'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { unzip } from '#tests/support/zips.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

const modified = new Date()
const entry = (path: string, chunks: ZipEntry['chunks']): ZipEntry => ({ path, chunks, modified, isText: false })
const megabyte = Buffer.alloc(1024 * 1024, 'x')

test('reads entries no faster than the reader consumes them, and stops when the stream is canceled', async () => {
  let read = 0
  let hasEnded = false
  async function* endless() {
    try {
      for (;;) yield entry(`${++read}.bin`, [megabyte])
    } finally {
      hasEnded = true
    }
  }
  const reader = zipStream(endless()).getReader()
  await reader.read()
  await sleep(100)
  assert.ok(read < 5, `${read} MB were read for one chunk`)
  await reader.cancel()
  await vi.waitUntil(() => hasEnded, patienceMs)
})

test('releases the memory used by entries that have been written', async () => {
  async function* many() {
    for (let made = 0; made < 80; made++) yield entry(`${made}.bin`, [Buffer.alloc(megabyte.length, made)])
  }
  let written = 0
  let seen = 0
  let retainedBytes = 0
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for await (const chunk of zipStream(many())) {
    written += chunk.length
    if (written - seen < 10 * megabyte.length) continue
    seen = written
    collectGarbage()
    retainedBytes = Math.max(retainedBytes, process.memoryUsage().arrayBuffers - before)
  }
  assert.ok(written > 80 * megabyte.length)
  assert.ok(retainedBytes < 40 * megabyte.length, `${retainedBytes} bytes were retained`)
})

test('fails when an entry cannot be read, instead of truncating the archive', async () => {
  async function* failing() {
    yield entry('whole.txt', ['whole'])
    yield entry(
      'broken.txt',
      (async function* () {
        yield 'half'
        throw new Error('The disk is gone')
      })(),
    )
  }
  await assert.rejects(new Response(zipStream(failing())).arrayBuffer(), /The disk is gone/)
  async function* none() {
    yield await Promise.reject<ZipEntry>(new Error('The database is gone'))
  }
  await assert.rejects(new Response(zipStream(none())).arrayBuffer(), /The database is gone/)
})

test('preserves Unicode in names and text', async () => {
  async function* entries() {
    yield entry('日本/ümläut.txt', ['Grüße, ', '世界'])
    yield entry('empty.txt', [])
  }
  const files = await unzip(Buffer.from(await new Response(zipStream(entries())).arrayBuffer()))
  assert.deepEqual(
    [...files].map(([path, bytes]) => [path, bytes.toString()]),
    [
      ['日本/ümläut.txt', 'Grüße, 世界'],
      ['empty.txt', ''],
    ],
  )
})
