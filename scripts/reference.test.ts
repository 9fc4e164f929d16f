import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { withDecisions } from './decisions.ts'
import { apiReference, commandReference, databaseReference, withGenerated } from './reference.ts'

for (const [file, update] of [
  ['docs/api.md', (text) => withGenerated(text, apiReference())],
  ['docs/database.md', (text) => withGenerated(text, databaseReference())],
  ['docs/guides/command-line.md', async (text) => withGenerated(text, await commandReference())],
  ['docs/decisions/README.md', withDecisions],
] satisfies [string, (text: string) => string | Promise<string>][]) {
  test(`${file} is up to date; otherwise run npm run docs`, async () => {
    const text = fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
    assert.equal(text, await update(text))
  })
}
