import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { checkBucket } from './bucket-checks.ts'

const log = pino({ level: 'silent' })

test('stores and removes an object in the bucket, and reports settings that do not work', async () => {
  const db = await testDb()
  const { settings } = await startS3()
  const check = async (changes: Partial<typeof settings>) => {
    const s3 = { ...settings, publicUrl: null, ...changes }
    return (await checkBucket({ s3 }, db, log)).map(({ status }) => status)
  }
  assert.deepEqual(await check({}), ['ok'])
  assert.deepEqual(await check({ bucket: 'no-such-bucket' }), ['error'])
  assert.deepEqual(await check({ secretAccessKey: 'wrong' }), ['error'])
  assert.deepEqual(await check({ endpoint: 'http://127.0.0.1:1' }), ['error'])
  assert.deepEqual(await checkBucket({ s3: null }, db, log), [])
})
