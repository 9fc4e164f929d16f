import assert from 'node:assert/strict'
import { test } from 'vitest'
import { numbered, Username, usernameFrom } from './usernames.contract.ts'

const faultOf = (name: unknown) => Username.safeParse(name).error?.issues[0]?.message

test('accepts 3 to 30 letters, digits, hyphens, and underscores, and preserves case', () => {
  for (const name of ['bob', 'Ada-Lovelace', 'a_1', '42nd', 'x'.repeat(30)]) assert.equal(Username.parse(name), name)
})

test('has a separate message for each error', () => {
  assert.equal(faultOf('ab'), 'Username must be at least 3 characters')
  assert.equal(faultOf('x'.repeat(31)), 'Username must be at most 30 characters')
  assert.equal(faultOf('two words'), 'Username can only contain letters, digits, hyphens and underscores')
  assert.equal(faultOf('аdmin'), 'Username can only contain letters, digits, hyphens and underscores')
  assert.equal(faultOf('12345'), 'Username cannot consist of digits only')
  assert.equal(faultOf('Settings'), 'This username is reserved')
  assert.equal(faultOf(undefined), 'Username is required')
  assert.equal(faultOf(['bob']), 'Username is required')
})

test('derives a valid username from any string', () => {
  assert.equal(usernameFrom('Zoë.Müller+news'), 'Zoe-Muller-news')
  assert.equal(usernameFrom('jo'), 'dev-jo')
  assert.equal(usernameFrom('12345'), 'dev-12345')
  assert.equal(usernameFrom('admin'), 'dev-admin')
  assert.equal(usernameFrom(''), 'dev')
  assert.equal(usernameFrom('日本語'), 'dev')
  for (const text of ['', '-', '--', '../..', '日本', 'me', 'x'.repeat(99), `${'x'.repeat(29)} y`, '1'.repeat(40), '_'])
    assert.equal(faultOf(usernameFrom(text)), undefined, text)
})

test('keeps numbered usernames within the maximum length', () => {
  assert.equal(numbered('alice', 2), 'alice-2')
  assert.equal(numbered('x'.repeat(30), 12), `${'x'.repeat(27)}-12`)
})
