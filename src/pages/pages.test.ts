import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'
import { pages } from './pages.ts'

test('names each page after its folder, so that the build can find the code to preload', () => {
  const folders = new Set(fs.readdirSync(import.meta.dirname))
  assert.deepEqual(
    pages.map(({ name }) => name).filter((name) => !folders.has(name)),
    [],
  )
})
