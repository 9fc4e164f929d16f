import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { signedUp, testIdentity } from '#tests/support/identity.ts'
import { readNewPassword } from './password-rules.ts'
import { AuthError } from './wire.ts'

const site = { minPassword: 6, siteName: () => 'Loom & Engine', siteUrl: 'https://weaving.example' }
const about = ['ada.lovelace@mail.example', 'adalove', 'Ada Lovelace', undefined]
const read = (password: unknown, minPassword = 6) => readNewPassword({ ...site, minPassword }, password, about)

/** Returns the distinct reasons why the passwords were rejected; `accepted` if one was accepted. */
function refusals(passwords: string[], minPassword = 6): string[] {
  const all = passwords.map((password) => {
    try {
      return read(password, minPassword) && `accepted ${password}`
    } catch (reason) {
      assert.ok(reason instanceof AuthError && reason.code === 'weak_password' && reason.status === 422)
      return `${reason.extra.weak_password?.reasons.join()}: ${reason.message}`
    }
  })
  return [...new Set(all)]
}
const common = ['pwned: Password is known to be weak and easy to guess, please choose a different one.']
const personal = [
  'pwned: Password is too similar to your name, username, email address, or this site’s name. Add more words.',
]
const monotonous = ['characters: Password is a repeated or keyboard pattern. Choose one that is harder to guess.']
const blank = ['characters: Password cannot consist only of spaces. Add letters, digits, or symbols.']

test('rejects passwords below the minimum length', () => {
  assert.deepEqual(refusals(['12a4x']), ['length: Password should be at least 6 characters.'])
  assert.equal(read('zq7x!m'), 'zq7x!m')
  assert.deepEqual(refusals(['zq7x!m', 'elevenchars'], 12), ['length: Password should be at least 12 characters.'])
})

test('rejects common passwords in any case, even when followed by digits or symbols', () => {
  assert.deepEqual(refusals(['123456', 'password', 'Letmein', 'Password1!', 'basketball2026', 'iloveyou22']), common)
})

test('rejects common words and passwords even if they are long', () => {
  assert.deepEqual(refusals(['international', 'Massachusetts', 'passwordpassword1', 'qwertyuiop123']), common)
  assert.deepEqual(refusals(['administration'], 12), common)
})

test('rejects a repeated character, repeated sequences, keyboard runs, and spaces', () => {
  assert.deepEqual(
    refusals(['x'.repeat(1024), 'xoxxoxxooxo', 'xyzxyzxyzxyz', 'cdefghijk', '765432109', 'KJHGFDSAPO', '🐴🐴🐴']),
    monotonous,
  )
  for (const password of ['aaaaaaaa', 'abababab']) assert.throws(() => read(password), { code: 'weak_password' })
  assert.deepEqual(refusals(['        ', '\u00a0\u2003\u3000\t \n', '\u200b'.repeat(8)]), blank)
})

test('rejects the site’s name and the member’s names and email address', () => {
  assert.deepEqual(refusals(['Loom & Engine', 'loomengine2026', 'weaving.example', 'adalove', 'ADALOVE!!']), personal)
  assert.deepEqual(
    refusals(['lovelaceada', 'Ada Lovelace', 'ada.lovelace@mail.example', 'lovelace1815', '١lovelace']),
    personal,
  )
})

test('accepts passphrases unchanged, in any script, even if they contain a forbidden word', () => {
  for (const password of [
    'correct horse',
    'the loom of ada sings',
    '  leading and trailing  ',
    'пароль с пробелами',
    '🐴🔋🐎📎!',
    'Xk9#mQ',
    `${'a1b2c3d4e5f6'.repeat(85)}$_`,
  ]) {
    assert.equal(read(password), password)
  }
})

test('checks 1,024 bytes of input in a few milliseconds', () => {
  const startedMs = cpuMs()
  for (const unit of ['a', 'ab1!', ' ', '!', 'lovelace', '0']) {
    assert.throws(() => read(unit.repeat(1024 / unit.length)), { code: 'weak_password' })
  }
  assert.ok(cpuMs() - startedMs < 1000)
  assert.throws(() => read('x'.repeat(1025)), { code: 'validation_failed' })
})

test('rejects a value that is not a string', () => {
  for (const value of [undefined, null, '', 123456, ['correct horse'], { length: 9 }]) {
    assert.throws(() => read(value), { code: 'validation_failed' })
  }
})

test('checks sign-ups, password changes, and passwords set by administrators against the member’s names', async () => {
  const identity = await testIdentity({ memberNames: async () => ['charles', 'Charles Babbage'] })
  const signUp = (password: string) =>
    identity.client().auth.signUp({
      email: 'grace@navy.example',
      password,
      options: { data: { username: 'gracehop', fullName: 'Grace Hopper' } },
    })
  for (const password of ['gracehop1', 'Grace Hopper', 'navy.example', 'test site!']) {
    const { error } = await signUp(password)
    assert.deepEqual([error?.code, error?.status], ['weak_password', 422], password)
  }
  const { client, id, password } = await signedUp(identity)
  const { error } = await client.auth.updateUser({ password: 'charlesbabbage', current_password: password })
  assert.equal(error?.code, 'weak_password')
  await assert.rejects(identity.identity.setPassword(id, 'Babbage1791'), {
    code: 'invalid_input',
    message: /too similar/,
  })
})
