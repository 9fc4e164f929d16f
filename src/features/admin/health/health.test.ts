import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { connect } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { testConnection, testDb } from '#tests/support/database.ts'
import { checkHealth, checkReadiness } from './health.contract.ts'
import { healthRoutes } from './health.routes.ts'

test('reports ready when the database is writable', async () => {
  const t = await cast(healthRoutes)
  assert.deepEqual((await t.stranger('GET', checkReadiness.path)).body, { status: 'ready' })
})

test('reports not ready when the database is a read-only standby', async () => {
  await testDb()
  const readOnly = { ...(await testConnection()), options: '-c default_transaction_read_only=on' }
  const db = connect({ ...readOnly, onError: () => {} })
  onTestFinished(() => db.destroy())
  const t = await cast(healthRoutes)
  t.ctx.db = db
  const { status, headers, body } = await t.stranger('GET', checkReadiness.path)
  assert.deepEqual([status, body.code, Number(headers.get('retry-after')) > 0], [503, 'not_ready', true])
  assert.equal((await t.stranger('GET', checkHealth.path)).status, 200)
})
