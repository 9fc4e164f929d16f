import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { consume } from './rate-limits.store.ts'

const limit = { name: 'calls', max: 1, perSeconds: 600 }
const dayMs = 86_400_000

test('ignores a window that began before the clock was set back', async () => {
  const db = await testDb()
  const now = Date.now()
  await consume(db, limit, 'ada', now + dayMs)
  assert.equal(await consume(db, limit, 'ada', now + dayMs), 600)
  assert.equal(await consume(db, limit, 'ada', now), null)
  assert.equal(await consume(db, limit, 'ada', now + 1000), 599)
})

test('shares counts between machines with clock skew, and makes no one wait longer than the window', async () => {
  const db = await testDb()
  const now = Date.now()
  assert.equal(await consume(db, limit, 'ada', now + 30_000), null)
  assert.equal(await consume(db, limit, 'ada', now), 600)
  assert.equal(await consume(db, limit, 'ada', now + 30_000), 600)
})
