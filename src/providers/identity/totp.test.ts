import assert from 'node:assert/strict'
import { test } from 'vitest'
import { base32, codeOf, otpAuthUri, stepAt, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const codeAt = (seconds: number) => codeOf(secret, stepAt(seconds * 1000))

test('generates the codes from RFC 6238, Appendix B, truncated to six digits', () => {
  const vectors = {
    59: '287082',
    1111111109: '081804',
    1111111111: '050471',
    1234567890: '005924',
    2000000000: '279037',
  }
  for (const [seconds, code] of Object.entries(vectors)) assert.equal(codeAt(Number(seconds)), code)
  assert.equal(codeAt(20000000000), '353130')
})

test('accepts a code during its own time step, the previous one, and the next one', () => {
  const nowMs = 1_000_000_000_000
  const now = stepAt(nowMs)
  for (const step of [now - 1, now, now + 1]) assert.equal(stepOf(codeOf(secret, step), secret, nowMs), step)
  for (const step of [now - 2, now + 2]) assert.equal(stepOf(codeOf(secret, step), secret, nowMs), null)
  for (const code of ['', '12345', '1234567', 'wrong!', '12345a', '١٢٣٤٥٦'])
    assert.equal(stepOf(code, secret, nowMs), null)
})

test('treats a code that matches two time steps as the later step’s code, so that it is never accepted twice', () => {
  const [earlier, later] = [910_737, 910_738]
  const code = codeOf(secret, earlier)
  assert.equal(codeOf(secret, later), code)
  for (const step of [earlier, later]) assert.equal(stepOf(code, secret, step * 30_000), later)
})

test('encodes secrets according to RFC 4648, and creates a URI that apps can read', () => {
  const texts = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, encoded] of Object.entries(texts)) assert.equal(base32(Buffer.from(text)), encoded)
  assert.equal(
    otpAuthUri('My site', 'a+b@c.example', secret),
    'otpauth://totp/My%20site:a%2Bb%40c.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20site&algorithm=SHA1&digits=6&period=30',
  )
})
