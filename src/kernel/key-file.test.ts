import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { keyFile } from './key-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a key is made when it is first asked for, and is the same for whoever asks later', () => {
  const file = path.join(newFolder(), 'data', 'identity.key')
  const first = keyFile(file)
  assert.equal(first().length, 32)
  assert.deepEqual(keyFile(file)(), first())
  assert.deepEqual(readdirSync(path.dirname(file)), ['identity.key'])
})

test.skipIf(process.platform === 'win32')('nobody but the site can read it', () => {
  const file = path.join(newFolder(), 'identity.key')
  keyFile(file)()
  assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('a file that holds something else is refused, and is not replaced', () => {
  const file = path.join(newFolder(), 'identity.key')
  writeFileSync(file, 'not a key')
  assert.throws(keyFile(file), /identity\.key must hold a key/)
})
