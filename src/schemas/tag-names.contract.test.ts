import assert from 'node:assert/strict'
import { test } from 'vitest'
import { tagNameOf, TagNames, tagNamesOf } from './tag-names.contract.ts'

test('normalizes tags to lowercase with hyphens', () => {
  const names = {
    TypeScript: 'typescript',
    '#rust': 'rust',
    'Machine  Learning': 'machine-learning',
    web_components: 'web-components',
    'CI/CD': 'ci-cd',
    'Node.js': 'nodejs',
    'C++': 'cpp',
    'C#': 'csharp',
    '.NET': 'dotnet',
    Élixir: 'élixir',
    日本語: '日本語',
    हिन्दी: 'हिन्दी',
    ｆｕｌｌｗｉｄｔｈ: 'fullwidth',
    '--a--b--': 'a-b',
    '2024': '2024',
  }
  for (const [text, name] of Object.entries(names)) assert.equal(tagNameOf(text), name, text)
})

test('returns null for text that is not a tag', () => {
  for (const text of ['', ' ', '#', '---', '!?', '🎉', '\u0301', 'x'.repeat(51)])
    assert.equal(tagNameOf(text), null, text)
  assert.deepEqual(tagNamesOf(['A', '', 'a', '#b']), ['a', 'b'])
})

test('returns the same tag when normalizing it again', () => {
  for (const text of ['C++', 'Node.js', 'CI/CD', 'Ünïcode Tag', 'İstanbul', 'straße', 'ﬁne']) {
    const name = tagNameOf(text)!
    assert.equal(tagNameOf(name), name, text)
  }
})

test('parses a post’s tags: at most ten, without duplicates', () => {
  assert.deepEqual(TagNames.parse(['Rust', '#rust', 'Web Dev']), ['rust', 'web-dev'])
  const message = (tags: unknown) => TagNames.safeParse(tags).error?.issues[0]?.message
  assert.equal(message(Array.from({ length: 11 }, (_, index) => `t${index}`)), 'A post can have at most 10 tags')
  assert.equal(message(Array.from({ length: 1000 }, () => 'a')), 'A post can have at most 10 tags')
  assert.equal(message(['a', '!']), 'A tag must contain a letter or digit, and have at most 50 characters')
  assert.equal(message('a'), 'tags must be a list of strings')
})
