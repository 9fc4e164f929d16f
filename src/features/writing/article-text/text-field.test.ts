import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changeBetween } from './text-field.hooks.ts'

test('returns the minimal edit that turns one string into the other', () => {
  for (const [before, after, change] of [
    ['one two', 'one **two**', { from: 4, to: 7, insert: '**two**' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['', 'x', { from: 0, to: 0, insert: 'x' }],
    ['same', 'same', { from: 4, to: 4, insert: '' }],
  ] as const) {
    const { from, to, insert } = changeBetween(before, after)
    assert.equal(before.slice(0, from) + insert + before.slice(to), after)
    assert.deepEqual({ from, to, insert }, change)
  }
})
