import assert from 'node:assert/strict'
import { test } from 'vitest'
import { excerptOf, readingMinutesOf } from './excerpts.ts'

test('a text that fits stays whole, on one line', () => {
  assert.equal(excerptOf(' a \n\n b ', 3), 'a b')
  assert.equal(excerptOf('', 10), '')
})

test('a text that is cut ends at a word, with an ellipsis, within the limit', () => {
  assert.equal(excerptOf('one two three four', 12), 'one two…')
  assert.equal(excerptOf('one two three four', 14), 'one two three…')
  assert.equal(excerptOf('one two, three', 9), 'one two…')
  assert.equal(excerptOf('One. Two... And three', 12), 'One. Two…')
  assert.equal(excerptOf('a'.repeat(300), 200), `${'a'.repeat(199)}…`)
})

test('no character is cut in half', () => {
  assert.equal(excerptOf('🌍'.repeat(10), 4), '🌍🌍🌍…')
  assert.equal(excerptOf('🌍'.repeat(4), 4), '🌍🌍🌍🌍')
})

test('white space before or between the words costs nothing', () => {
  assert.equal(excerptOf(`${'\n'.repeat(5000)}a${' '.repeat(5000)}b`, 3), 'a b')
})

test('reading takes a minute for every 200 words, at least one', () => {
  assert.deepEqual(
    [0, 1, 200, 201, 400, 401].map((words) => readingMinutesOf('word '.repeat(words))),
    [1, 1, 1, 2, 2, 3],
  )
})
