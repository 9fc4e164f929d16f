import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as fc from 'fast-check'
import { maxSlugLength, Slug, slugOf } from './slugs.contract.ts'

test('creates a slug from a title', () => {
  const slugs: [title: string, slug: string][] = [
    ['Hello, Wörld!', 'hello-world'],
    ['It’s a trap', 'its-a-trap'],
    ['C++ & Node.js 24', 'c-node-js-24'],
    ['Straße', 'strasse'],
    ['日本語のタイトル', '日本語のタイトル'],
    ['Привет, мир', 'привет-мир'],
    ['हिन्दी शीर्षक', 'हिन्दी-शीर्षक'],
    ['already-a-slug', 'already-a-slug'],
    ['  --  ', ''],
    ['🎉', ''],
  ]
  for (const [title, slug] of slugs) assert.equal(slugOf(title), slug)
})

test('truncates a long title at a word boundary', () => {
  const slug = slugOf('word '.repeat(50))
  assert.ok(slug.length <= maxSlugLength)
  assert.match(slug, /^(word-)+word$/)
})

test('leaves a valid slug unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const slug = slugOf(text)
      assert.equal(slugOf(slug), slug)
      assert.ok(slug.length <= maxSlugLength)
      assert.equal(encodeURIComponent(decodeURIComponent(encodeURIComponent(slug))), encodeURIComponent(slug))
    }),
  )
})

test('rejects a slug without letters or digits', () => {
  assert.equal(Slug.parse(' My Post '), 'my-post')
  for (const text of ['', '---', '🎉', 'x'.repeat(501)]) assert.equal(Slug.safeParse(text).success, false)
})
