import assert from 'node:assert/strict'
import { test } from 'vitest'
import { challengeOf, proofOf, testIdentity, unique } from '#tests/support/identity.ts'
import { isSolution, minFillMs } from './sign-up-proof.ts'

async function open() {
  const site = await testIdentity()
  const signUp = async (part: object) => {
    const body = { email: `someone${unique()}@example.org`, password: 'correct horse battery', ...part }
    const response = await site.call('POST', '/signup', body, { 'x-test-ip': `203.0.${unique()}.1` })
    return response.ok ? 'ok' : ((await response.json()) as { code: string }).code
  }
  /** Returns a challenge that is old enough to be used. */
  const challenge = async () => {
    const created = await challengeOf(site)
    site.clock.advance(minFillMs)
    return created
  }
  return { ...site, signUp, challenge }
}

test('accepts a solution only once', async () => {
  const t = await open()
  const proof = proofOf(await t.challenge())
  assert.equal(await t.signUp(proof), 'ok')
  assert.equal(await t.signUp(proof), 'captcha_failed')
  const challenge = await t.challenge()
  assert.equal(await t.signUp(proofOf(challenge)), 'ok')
  // Decoding ignores the padding.
  assert.equal(await t.signUp(proofOf(`${challenge}=`)), 'captcha_failed')
  const both = proofOf(await t.challenge())
  assert.deepEqual((await Promise.all([t.signUp(both), t.signUp(both)])).toSorted(), ['captcha_failed', 'ok'])
})

test('rejects a form that was filled in too quickly or opened hours ago', async () => {
  const t = await open()
  const challenge = await challengeOf(t)
  assert.equal(await t.signUp(proofOf(challenge)), 'captcha_failed')
  t.clock.advance(minFillMs)
  assert.equal(await t.signUp(proofOf(challenge)), 'ok')
  const old = await t.challenge()
  t.clock.advance(2 * 3_600_000)
  assert.equal(await t.signUp(proofOf(old)), 'captcha_failed')
})

test('rejects a form whose hidden field is filled in, even without a solution', async () => {
  const t = await open()
  assert.equal(await t.signUp(proofOf(await t.challenge(), { website: 'https://spam.example' })), 'captcha_failed')
  const challenge = await t.challenge()
  assert.equal(await t.signUp(proofOf(challenge, { website: 'x', solution: null })), 'captcha_failed')
  assert.equal(await t.signUp(proofOf(challenge, { solution: null })), 'ok')
})

test('rejects wrong solutions, forged challenges, and malformed proofs', async () => {
  const t = await open()
  const challenge = await t.challenge()
  let wrong = 0
  while (isSolution(challenge, wrong)) wrong++
  assert.equal(await t.signUp(proofOf(challenge, { solution: wrong })), 'captcha_failed')
  assert.equal(await t.signUp(proofOf('forged')), 'captcha_failed')
  assert.equal(await t.signUp(proofOf(`AAAA${challenge.slice(4)}`)), 'captcha_failed')
  for (const text of ['nonsense', '[]', '{}', JSON.stringify({ challenge, website: '', solution: 'x' })])
    assert.equal(await t.signUp({ gotrue_meta_security: { captcha_token: text } }), 'captcha_failed', text)
  assert.equal(await t.signUp({ gotrue_meta_security: {} }), 'ok')
})

test('limits sign-ups without a solution more strictly than those with one', async () => {
  const t = await open()
  for (let count = 0; count < 30; count++) assert.equal(await t.signUp({}), 'ok')
  assert.equal(await t.signUp({}), 'over_request_rate_limit')
  assert.equal(await t.signUp(proofOf(await t.challenge())), 'ok')
})
