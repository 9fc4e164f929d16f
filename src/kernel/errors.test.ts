import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { once } from 'node:events'
import { test } from 'vitest'
import { AppError, found, toAppError } from './errors.ts'

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (reason: unknown) => reason,
  )

test('returns an existing value, and throws a “not found” error that names a missing one', () => {
  assert.equal(found(0, 'Post'), 0)
  assert.throws(
    () => found(null, 'Post'),
    (reason: AppError) => reason.status === 404 && reason.message === 'Post not found',
  )
})

test('returns 503 for an unavailable database, and 500 for a missing file', async () => {
  const noSocket = await thrownBy(once(net.connect('/nowhere/.s.PGSQL.5432'), 'connect'))
  assert.equal(toAppError(noSocket).code, 'not_ready')
  assert.ok(toAppError(noSocket).details.retryAfterSeconds)
  const noFile = await thrownBy(readFile('/nowhere/at-all'))
  assert.equal(toAppError(noFile).code, 'internal')
})

test('says that the disk is full, because trying again would not help', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  const { status, message, details } = toAppError(full)
  assert.deepEqual([status, message], [507, 'The database’s disk is full. Contact an administrator.'])
  assert.equal(details.cause, full)
})

test('includes the cause of an unexpected error only in the log', () => {
  const cause = new Error('password=hunter2')
  const error = toAppError(cause)
  assert.equal(error.details.cause, cause)
  assert.doesNotMatch(error.message, /hunter2/)
})
