import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { foldedWord, wordFinder } from './word-finder.ts'

const finds = (word: string, text: string): boolean => wordFinder([word])(text) === word

test('finds whole words in any case, but not parts of words', () => {
  assert.ok(finds('rust', 'I like Rust!'))
  assert.ok(finds('RUST', 'rust-lang'))
  assert.ok(!finds('rust', 'I trust you'))
  assert.ok(!finds('rust', 'rusty'))
  assert.ok(!finds('rust', ''))
})

test('finds words in any language and any Unicode normalization form', () => {
  assert.ok(finds('ÉCOLE', 'une e\u0301cole'))
  assert.ok(finds('straße', 'STRASSE'))
  assert.ok(finds('ΟΔΟΣ', 'η οδος'))
  assert.ok(!finds('col', 'e\u0301cole'))
  assert.ok(finds('日本', '私は日本語を話します'))
  assert.ok(finds('🚀', 'to the moon 🚀🚀'))
  assert.ok(finds('ｆｕｌｌ', 'full'))
})

test('finds a hashtag with its # sign, and a plain word within a hashtag', () => {
  assert.ok(finds('#rust', 'Read this: #Rust'))
  assert.ok(finds('rust', 'Read this: #Rust'))
  assert.ok(!finds('#rust', 'I like Rust'))
  assert.ok(finds('C++', 'Some C++ code'))
  assert.ok(!finds('C++', 'Some C code'))
})

test('finds a phrase across lines, but not with other words in between', () => {
  assert.ok(finds('job  opening', 'A Job\n\topening'))
  assert.ok(!finds('job opening', 'a job, opening soon'))
  assert.ok(!finds('job opening', 'a job is opening'))
})

test('finds the right phrase among many that start with the same words', () => {
  const find = wordFinder(['a a b', 'a b c', 'b d', 'd'])
  assert.equal(find('a a a b'), 'a a b')
  assert.equal(find('a b a b c'), 'a b c')
  assert.equal(find('a a c b d'), 'b d')
  assert.equal(find('a d'), 'd')
  assert.equal(find('a a c'), null)
  assert.equal(wordFinder([])('a'), null)
})

test('folds equivalent words to the same text', () => {
  assert.equal(foldedWord(' Job   OPENING '), foldedWord('job opening'))
  assert.notEqual(foldedWord('#rust'), foldedWord('rust'))
})

test('searches for a hundred hostile phrases in one pass', () => {
  const words = Array.from({ length: 100 }, (_, n) => `${'a '.repeat(Math.ceil((n % 49) + 1))}${n % 10}`)
  const find = wordFinder(words)
  const texts = ['a '.repeat(50_000), `a${'\u0301'.repeat(50_000)}${'\u0323'.repeat(50_000)}`, '!'.repeat(100_000)]
  for (const text of texts) {
    const startedMs = cpuMs()
    assert.equal(find(text), null)
    const ms = cpuMs() - startedMs
    assert.ok(ms < 500, `${ms} ms`)
  }
})
