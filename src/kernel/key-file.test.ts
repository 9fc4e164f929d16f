import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { addKey, createKeyFile, parseKeys, readKeyFile } from './key-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('does not create a key when reading, or replace an existing key when creating one', () => {
  const file = path.join(newFolder(), 'data', 'identity.key')
  assert.equal(readKeyFile(file), null)
  const first = createKeyFile(file)
  assert.deepEqual(
    first.map(({ length }) => length),
    [32],
  )
  assert.deepEqual(createKeyFile(file), first)
  assert.deepEqual(readKeyFile(file), first)
  assert.deepEqual(readdirSync(path.dirname(file)), ['identity.key'])
})

test.skipIf(process.platform === 'win32')('makes the file readable only by the site’s user', () => {
  const file = path.join(newFolder(), 'identity.key')
  createKeyFile(file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('rejects a file with invalid content, and does not replace it', () => {
  const file = path.join(newFolder(), 'identity.key')
  writeFileSync(file, 'not a key')
  assert.throws(() => readKeyFile(file), /identity\.key must contain a key/)
  assert.throws(() => createKeyFile(file), /identity\.key must contain a key/)
  assert.equal(readFileSync(file, 'utf8'), 'not a key')
})

test('accepts 32 random bytes as a key, and rejects shorter, longer, or guessable keys', () => {
  const key = '7f3a9c0e51d8b264c5a1f09e38d7426b1e94a05cf2683bd719e0c4527a86df31'
  assert.deepEqual(hexOf(parseKeys(`${key}\n`)), [key])
  for (const text of ['', key.slice(2), `${key}00`, `${key.slice(1)}g`, '00'.repeat(32), '0123456789abcdef'.repeat(4)])
    for (const list of [text, `${key},${text}x`]) assert.equal(parseKeys(list), null, list)
})

test('puts a new key first and keeps only the previous one', () => {
  const file = path.join(newFolder(), 'identity.key')
  const [first] = hexOf(createKeyFile(file))!
  addKey(file)
  const [second, ...old] = hexOf(readKeyFile(file))!
  assert.deepEqual(old, [first])
  addKey(file)
  const [third, ...older] = hexOf(readKeyFile(file))!
  assert.deepEqual(older, [second])
  assert.equal(new Set([first, second, third]).size, 3)
  assert.deepEqual(hexOf(parseKeys(`${first}, ${second}\n${third}`)), [first, second, third])
  assert.equal(statSync(file).mode & 0o077, 0)
})

const hexOf = (keys: Buffer[] | null) => keys?.map((key) => key.toString('hex'))
