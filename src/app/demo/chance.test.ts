import assert from 'node:assert/strict'
import { test } from 'vitest'
import { seededChance } from './chance.ts'

const numbers = (seed: number) => Array.from({ length: 1000 }, seededChance(seed))

test('returns evenly distributed numbers in [0, 1), and the same numbers for the same seed', () => {
  assert.deepEqual(numbers(1), numbers(1))
  assert.notDeepEqual(numbers(1), numbers(2))
  assert.ok(numbers(1).every((number) => number >= 0 && number < 1))
  const mean = numbers(1).reduce((sum, number) => sum + number) / 1000
  assert.ok(Math.abs(mean - 0.5) < 0.03)
})
