import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import { test } from 'vitest'
import { bytesOf, gzipOf, ownPart, sharedPart, textOf } from './body-parts.ts'

const frame = '<nav>Navigation – Übersicht</nav>'.repeat(50)

test('compresses a body in parts, which decompress to the whole text', () => {
  for (const texts of [[''], ['a'], [frame, 'own – 日本語', frame, 'x'.repeat(100_000)]]) {
    const parts = texts.map((text, index) => (index % 2 === 0 ? sharedPart(text) : ownPart(text)))
    assert.equal(String(gunzipSync(gzipOf(parts))), texts.join(''))
    assert.equal(String(bytesOf(parts)), texts.join(''))
    assert.equal(textOf(parts), texts.join(''))
  }
})

test('compresses a shared part only once', () => {
  const part = sharedPart(frame)
  assert.equal(part.deflated(), part.deflated())
})
