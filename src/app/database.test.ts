import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { testConnection, testDatabaseUrl } from '#tests/support/database.ts'
import { startTransactionPooler } from '#tests/support/transaction-pooler.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'

const log = pino({ level: 'silent' })
const opened = (settings: Record<string, string>) => openDatabase(readConfig(settings), log)

test('rejects a transaction pooler that is not configured as one', async () => {
  const pooler = await startTransactionPooler(await testConnection())
  const direct = await testDatabaseUrl()
  const unnamed = /^DATABASE_URL points to a transaction pooler\. Set DATABASE_POOLER=transaction/
  await assert.rejects(opened({ DATABASE_URL: pooler }), { name: 'DatabaseError', message: unnamed })
  await assert.rejects(opened({ DATABASE_URL: pooler, DIRECT_DATABASE_URL: direct }), { message: unnamed })
  const pooled = { DATABASE_POOLER: 'transaction', DATABASE_URL: pooler }
  await assert.rejects(opened(pooled), { message: unnamed })
  await assert.rejects(
    opened({ ...pooled, DIRECT_DATABASE_URL: await startTransactionPooler(await testConnection()) }),
    {
      message: /^DIRECT_DATABASE_URL points to a transaction pooler/,
    },
  )
})

test('uses a configured transaction pooler with a separate direct connection', async () => {
  const DATABASE_URL = await startTransactionPooler(await testConnection(), { size: 8 })
  const database = await opened({
    DATABASE_URL,
    DATABASE_POOLER: 'transaction',
    DIRECT_DATABASE_URL: await testDatabaseUrl(),
  })
  assert.ok(await one(database.db)`select count(*) from members`)
  await database.close()
})
