import assert from 'node:assert/strict'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { test } from 'vitest'
import { temporaryFolder } from '#tests/support/backups.ts'
import { freePort } from '#tests/support/site.ts'
import { BackupError, explained } from './backup-error.ts'
import { directoryTarget } from './directory-target.ts'

test('does not blame the disk when the database is unreachable', async () => {
  const [reason] = (await once(net.connect(await freePort(), '127.0.0.1').on('connect', assert.fail), 'error')) as [
    Error,
  ]
  assert.equal(explained(reason, '/data'), reason)
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  assert.match((explained(full, '/data') as Error).message, /^The database server’s disk is full/)
})

test('explains why the backup folder cannot be listed', async () => {
  const folder = path.join(temporaryFolder(), 'loop')
  symlinkSync(folder, folder)
  const list = async () => {
    for await (const item of directoryTarget(folder).list('')) assert.fail(item)
  }
  await assert.rejects(
    list,
    (reason) => reason instanceof BackupError && /loop cannot be used: ELOOP/.test(reason.message),
  )
})
