import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { apiReference, databaseReference, withGenerated } from './reference.ts'

for (const [file, generated] of [
  ['docs/api.md', apiReference],
  ['docs/database.md', databaseReference],
] as const) {
  test(`${file} is up to date; otherwise run npm run docs`, () => {
    const text = fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
    assert.equal(text, withGenerated(text, generated()))
  })
}
