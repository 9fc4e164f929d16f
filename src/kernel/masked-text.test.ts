import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { maskedText } from './masked-text.ts'

test('removes secrets from a message', () => {
  const messages: [string, string][] = [
    [
      'connect to postgres://me:s3cret@db.example:5432/site failed',
      'connect to postgres://…@db.example:5432/site failed',
    ],
    ['GET https://a.example/x?token=abc&page=2 said 401', 'GET https://a.example/x?token=…&page=2 said 401'],
    ['{"password":"hunter2","name":"Bob"}', '{"password":"…","name":"Bob"}'],
    ['refused: Bearer abc.def-ghi', 'refused: Bearer …'],
    ['bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJib2IifQ.x_y-z', 'bad token …'],
    ['authorization: token ghp_0123456789abcdefGHIJ refused', 'authorization: token … refused'],
    ['The endpoint answered 500.', 'The endpoint answered 500.'],
    ['550 5.1.1 <bob@a.example>: unknown user', '550 5.1.1 <bob@a.example>: unknown user'],
  ]
  for (const [message, masked] of messages) assert.equal(maskedText(message), masked)
})

test('truncates a long message in linear time', () => {
  assert.equal(maskedText('x'.repeat(50_000)).length, 10_000)
  const startedMs = cpuMs()
  for (const part of ['//', '//a:', 'eyJ', 'eyJaaaaaaaa.', 'token=', 'bearer ', 'ghp_', '/:@'])
    maskedText(part.repeat(50_000))
  assert.ok(cpuMs() - startedMs < 1000)
})
