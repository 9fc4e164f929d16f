import assert from 'node:assert/strict'
import { test } from 'vitest'
import { excerptOf, readingMinutesOf } from './excerpts.ts'

test('returns short text in full, on one line', () => {
  assert.equal(excerptOf(' a \n\n b ', 3), 'a b')
  assert.equal(excerptOf('', 10), '')
})

test('truncates at a word boundary within the limit, with an ellipsis', () => {
  assert.equal(excerptOf('one two three four', 12), 'one two…')
  assert.equal(excerptOf('one two three four', 14), 'one two three…')
  assert.equal(excerptOf('one two, three', 9), 'one two…')
  assert.equal(excerptOf('One. Two... And three', 12), 'One. Two…')
  assert.equal(excerptOf('a'.repeat(300), 200), `${'a'.repeat(199)}…`)
})

test('does not split characters', () => {
  assert.equal(excerptOf('🌍'.repeat(10), 4), '🌍🌍🌍…')
  assert.equal(excerptOf('🌍'.repeat(4), 4), '🌍🌍🌍🌍')
})

test('does not count extra whitespace', () => {
  assert.equal(excerptOf(`${'\n'.repeat(5000)}a${' '.repeat(5000)}b`, 3), 'a b')
})

test('calculates the reading time as one minute per 200 words, with a minimum of one minute', () => {
  assert.deepEqual(
    [0, 1, 200, 201, 400, 401].map((words) => readingMinutesOf('word '.repeat(words))),
    [1, 1, 1, 2, 2, 3],
  )
})
