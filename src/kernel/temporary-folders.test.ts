import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { sweepTemporaryFolders, temporaryFolder } from './temporary-folders.ts'

test('deletes the folders of processes that have ended, and other machines’ folders after a day', async () => {
  const top = await temporaryFolder()
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const parent = path.join(top, 'of', 'imports')
  await sweepTemporaryFolders(parent, Date.now())
  const own = path.basename(await temporaryFolder(parent))
  const { pid } = spawnSync(process.execPath, ['--version'])
  const [ended, foreign, unrelated] = [`devstead-${pid}-${hostname()}-abc`, 'devstead-1-elsewhere-abc', 'notes']
  for (const name of [ended, foreign, unrelated]) await mkdir(path.join(parent, name, 'files'), { recursive: true })
  const left = async (nowMs: number) => {
    await sweepTemporaryFolders(parent, nowMs)
    return new Set(await readdir(parent))
  }
  assert.deepEqual(await left(Date.now()), new Set([own, foreign, unrelated]))
  assert.deepEqual(await left(Date.now() + 25 * 3_600_000), new Set([own, unrelated]))
})
