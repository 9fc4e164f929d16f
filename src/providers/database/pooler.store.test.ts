import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testConnection, testDatabaseUrl } from '#tests/support/database.ts'
import { startTransactionPooler } from '#tests/support/transaction-pooler.ts'
import { isTransactionPooler } from './pooler.store.ts'

test('detects a transaction pooler regardless of how it assigns connections to servers', async () => {
  const database = await testConnection()
  for (const taken of ['last', 'first'] as const)
    for (const size of [1, 2, 3, 4])
      assert.equal(
        await isTransactionPooler(await startTransactionPooler(database, { taken, size })),
        true,
        `${taken} of ${size}`,
      )
})

test('does not mistake a direct PostgreSQL connection for a pooler', async () => {
  assert.equal(await isTransactionPooler(await testDatabaseUrl()), false)
})
