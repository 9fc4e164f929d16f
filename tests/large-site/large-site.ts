import { beforeAll, inject, test as base } from 'vitest'
import { connect, type Db, one, sql } from '#kernel/db.ts'
import type { Connection } from '#providers/database/connection.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { seed } from './seed.ts'

const name = 'large_site'
const draftName = 'large_site_draft'
const lockId = 0x6c617267

/**
 * Tests query plans. `db` is a large, read-only site shared by all test files in a run. `tx` is a transaction on it
 * that may write and is rolled back after the test.
 */
export const test = base
  .extend('connection', { scope: 'file' }, (): Connection => ({ ...inject('testServer'), database: name }))
  .extend('db', { scope: 'file' }, ({ connection }, { onCleanup }): Db => {
    const db = connect({ ...connection, onError: () => {} })
    onCleanup(() => db.destroy())
    return db
  })
  .extend('tx', async ({ db }, { onCleanup }): Promise<Db> => {
    const tx = await db.startTransaction().setAccessMode('read write').execute()
    onCleanup(async () => {
      await tx.rollback().execute()
    })
    return tx
  })

beforeAll(createOnce)

/** Creates the database unless another test file has already done so. Files that start at the same time wait for each
 *  other. */
async function createOnce(): Promise<void> {
  const admin = connectForSeeding(inject('testServer'))
  try {
    await admin.connection().execute(async (admin) => {
      await sql`select pg_advisory_lock(${lockId})`.execute(admin)
      if (!(await one(admin)`select from pg_database where datname = ${name}`)) await create(admin)
    })
  } finally {
    await admin.destroy() // also releases the lock
  }
}

/** Renames the database once it is complete, so that a failed attempt is not mistaken for a complete database. */
async function create(admin: Db): Promise<void> {
  const draft = sql.id(draftName)
  await sql`drop database if exists ${draft}`.execute(admin)
  await sql`create database ${draft} template template`.execute(admin)
  await sql`alter database ${draft} set default_transaction_read_only = on`.execute(admin)
  // Disables triggers and foreign key checks. The seeds fill the tables that triggers would fill.
  const options = '-c session_replication_role=replica -c default_transaction_read_only=off'
  const db = connectForSeeding({ ...inject('testServer'), database: draftName, options })
  try {
    await seed(db)
  } finally {
    await db.destroy()
  }
  await sql`alter database ${draft} rename to ${sql.id(name)}`.execute(admin)
}

const connectForSeeding = (connection: Connection & { options?: string }) =>
  // All areas are seeded at the same time, so some wait for a connection: longer than requests may, on a busy machine.
  connect({ ...connection, statementLimitMs: Infinity, connectionTimeoutMillis: patienceMs, onError: () => {} })
