import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'
import { iconSprite } from './build-icons.ts'

test('includes the listed icons in the sprite', () => {
  assert.equal(fs.readFileSync(new URL('../src/ui/icons.svg', import.meta.url), 'utf8'), iconSprite())
})
