import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { apiReference, commandReference, databaseReference, withGenerated } from './reference.ts'

for (const [file, generated] of [
  ['docs/api.md', apiReference],
  ['docs/database.md', databaseReference],
  ['docs/guides/command-line.md', commandReference],
] as const) {
  test(`${file} is up to date; otherwise run npm run docs`, async () => {
    const text = fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
    assert.equal(text, withGenerated(text, await generated()))
  })
}
