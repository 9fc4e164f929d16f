import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { checkScraper } from './scraper-access.ts'

const token = 'a token for metrics'

function outcome(url: string, ip: string, headers: Record<string, string> = {}, expected: string | null = null) {
  try {
    checkScraper(new Request(url, { headers }), ip, expected)
    return 'allowed'
  } catch (reason) {
    return reason instanceof AppError ? reason.code : reason
  }
}

test('without a token, allows direct callers on this machine only', () => {
  for (const [url, ip] of [
    ['http://127.0.0.1:3000/metrics', '127.0.0.1'],
    ['http://localhost:3000/metrics', '::1'],
    ['http://[::1]:3000/metrics', '::ffff:127.0.0.1'],
  ] as const)
    assert.equal(outcome(url, ip), 'allowed', url)
  for (const ip of ['10.0.0.2', '203.0.113.7', '0.0.0.0', 'x'])
    assert.equal(outcome('http://127.0.0.1:3000/metrics', ip), 'forbidden', ip)
})

test('without a token, rejects visitors behind a proxy on this machine', () => {
  assert.equal(outcome('https://example.org/metrics', '127.0.0.1'), 'forbidden')
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Proto', 'Via'])
    assert.equal(outcome('http://127.0.0.1/metrics', '127.0.0.1', { [name]: 'x' }), 'forbidden', name)
})

test('requires the token from every caller if one is configured', () => {
  const url = 'https://example.org/metrics'
  assert.equal(outcome(url, '203.0.113.7', { authorization: `Bearer ${token}` }, token), 'allowed')
  assert.equal(outcome(url, '203.0.113.7', { authorization: token }, token), 'not_signed_in')
  assert.equal(outcome('http://127.0.0.1/metrics', '127.0.0.1', {}, token), 'not_signed_in')
})
