import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { consume } from './rate-limits.store.ts'

const limit = { name: 'calls', max: 1, perSeconds: 600 }
const dayMs = 86_400_000

test('a window begun before the clock was set back does not count', async () => {
  const db = await testDb()
  const now = Date.now()
  await consume(db, limit, 'ada', now + dayMs)
  assert.equal(await consume(db, limit, 'ada', now + dayMs), 600)
  assert.equal(await consume(db, limit, 'ada', now), null)
  assert.equal(await consume(db, limit, 'ada', now + 1000), 599)
})

test('machines whose clocks differ by seconds share counts, and no one waits longer than the window', async () => {
  const db = await testDb()
  const now = Date.now()
  assert.equal(await consume(db, limit, 'ada', now + 30_000), null)
  assert.equal(await consume(db, limit, 'ada', now), 600)
  assert.equal(await consume(db, limit, 'ada', now + 30_000), 600)
})
