import assert from 'node:assert/strict'
import { test } from 'vitest'
import { initialsOf } from './initials.contract.ts'

test('returns the first letters of the first and last words', () => {
  assert.equal(initialsOf('ada lovelace'), 'AL')
  assert.equal(initialsOf('Ada King, Countess of Lovelace'), 'AL')
  assert.equal(initialsOf(' Linus '), 'L')
  assert.equal(initialsOf('🦀 crab'), '🦀C')
  assert.equal(initialsOf(''), '')
})
