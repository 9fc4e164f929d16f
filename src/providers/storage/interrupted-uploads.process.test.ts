import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { processImage } from '#kernel/images.ts'
import { jpeg, testStorage } from '#tests/support/storage.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { saveImage } from './save-image.ts'
import { filesIn } from './files.ts'

const hourMs = 3_600_000
const filesModule = new URL('files.ts', import.meta.url).href
const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))

/** Runs the module in a Node.js process, optionally with a shell's limits. */
const node = (code: string, limits = ':') =>
  spawn('sh', ['-c', `${limits}; exec "$0" --input-type=module --eval "$1"`, process.execPath, code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
async function ended(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return output
}

test('after an hour, removes unfinished files left by a killed process', async () => {
  const t = await testStorage()
  const code = `import { filesIn } from ${JSON.stringify(filesModule)}
    const files = filesIn(${JSON.stringify(t.folder)})
    const bytes = Buffer.alloc(64 * 1024 * 1024)
    for (;;) await Promise.all([files.write(bytes, ''), files.write(bytes, '')])`
  const writer = node(code)
  const end = ended(writer)
  for (;;) {
    if ((await filesOf(t.folder)).some((name) => name.endsWith('.part'))) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  writer.kill('SIGKILL')
  await end
  const left = await filesOf(t.folder)
  assert.ok(left.some((name) => name.endsWith('.part')))
  const sweep = tasksOf(t.storage.workers)['storage:sweep']!
  t.clock.advance(Date.now() - t.clock.now())
  await sweep({})
  assert.deepEqual(await filesOf(t.folder), left)
  t.clock.advance(2 * hourMs)
  await sweep({})
  assert.deepEqual(await filesOf(t.folder), [])
})

test('leaves no partial file when the disk is full', async () => {
  const t = await testStorage()
  const code = `import { filesIn } from ${JSON.stringify(filesModule)}
    const files = filesIn(${JSON.stringify(t.folder)})
    await files.write(Buffer.alloc(1024), '')
    await files.write(Buffer.alloc(1024 * 1024), '').catch(({ code }) => console.log(code))`
  // Limits files to 64 blocks of 512 or 1024 bytes.
  assert.equal(await ended(node(code, 'ulimit -f 64')), 'EFBIG\n')
  assert.deepEqual(
    (await filesOf(t.folder)).map((name) => name.endsWith('.part')),
    [false],
  )
})

test.each([
  ['ENOSPC', 507, 'The picture was not saved because this site’s disk is full. Contact an administrator.'],
  ['EIO', 500, 'Failed to upload file. Please try again.'],
])('leaves no file and no row if a copy cannot be written (%s)', async (code, status, message) => {
  const t = await testStorage()
  const real = filesIn(t.folder)
  let writes = 0
  const files = {
    ...real,
    write: async (bytes: Uint8Array, type: string) =>
      ++writes === 2 ? Promise.reject(Object.assign(new Error('disk'), { code })) : real.write(bytes, type),
  }
  const image = await processImage(await jpeg(1000, 100))
  const key = { bucket: 'post-images' as const, path: `${t.members.alice.id}/a.jpg` }
  const input = saveImage(
    { db: t.db, files, pictures: t.pictures },
    { ...key, image, ownerId: t.members.alice.id, mayReplace: false },
  )
  await assert.rejects(input, { status, message })
  assert.equal(writes, 3)
  assert.deepEqual(await filesOf(t.folder), [])
  assert.deepEqual(await many(t.db)`select path from storage_objects union select path from images`, [])
})
