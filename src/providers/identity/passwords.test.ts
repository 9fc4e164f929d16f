import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createPasswords, isOutdated, readOfferedPassword } from './passwords.ts'

const passwords = createPasswords()

test('stores salted Argon2id hashes with 19 MiB of memory and two passes', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, two)
  assert.equal(isOutdated(one), false)
  assert.equal(isOutdated(one.replace('t=2', 't=1')), true)
})

test('accepts long passwords, spaces, and any script unchanged', async () => {
  for (const password of ['  leading and trailing  ', 'пароль с пробелами', '🐴🔋🐎📎!', 'x'.repeat(1024)]) {
    assert.equal(await passwords.verify(password, await passwords.hash(password)), true)
  }
})

test('compares passwords in full, including the hundredth character', async () => {
  const phc = await passwords.hash(`${'a'.repeat(99)}b`)
  assert.equal(await passwords.verify(`${'a'.repeat(99)}c`, phc), false)
  assert.equal(await passwords.verify('a'.repeat(99), phc), false)
})

test('rejects values that are not strings', () => {
  for (const value of [undefined, null, '', 123456, ['correct horse'], { length: 9 }]) {
    assert.equal(readOfferedPassword(value), null)
  }
})

test('does the same amount of work to reject a password when there is no hash', async () => {
  assert.equal(await passwords.verify('correct horse', null), false)
})

test('checks a member’s password without delay while strangers make many guesses', async () => {
  const busy = createPasswords()
  const phc = await busy.hash('correct horse')
  const flood = Array.from({ length: 110 }, () => busy.verifyForStranger('wrong horse', phc))
  const flooded = Promise.allSettled(flood)
  assert.equal(await busy.verify('correct horse', phc), true)
  const refused = (await flooded).filter((result) => result.status === 'rejected')
  assert.deepEqual([refused.length, refused[0]!.reason.status], [9, 429])
})

test('rejects further requests while a hundred are waiting, and completes the accepted ones', async () => {
  const busy = createPasswords()
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => busy.hash('correct horse')))
  const refusals = results.filter((result) => result.status === 'rejected')
  assert.equal(refusals.length, 8)
  assert.deepEqual([refusals[0]!.reason.status, refusals[0]!.reason.retryAfterSeconds], [429, 2])
})
