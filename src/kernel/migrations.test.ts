import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { testConnection } from '#tests/support/database.ts'
import { connect, type Db, many, one, sql } from './db.ts'
import { listPendingMigrations, migrate, rehearseMigrations } from './migrations.ts'

let count = 0

/** Creates an empty database. @returns a function that opens a connection to it */
async function emptyDatabase(): Promise<() => Db> {
  const connection = await testConnection()
  const name = `${connection.database}_migrations_${++count}`
  const admin = connect({ ...connection, onError: () => {} })
  await sql`create database ${sql.id(name)} template template0`.execute(admin)
  onTestFinished(async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    await admin.destroy()
  })
  return () => {
    const db = connect({ ...connection, database: name, onError: () => {} })
    onTestFinished(() => db.destroy())
    return db
  }
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync('/tmp/devstead-migrations-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

const listTables = async (db: Db) =>
  (
    await many<{ name: string }>(db)`select tablename as name from pg_tables where schemaname = 'public'
    and tablename not like 'kysely%' order by 1`
  ).map(({ name }) => name)

const first = {
  '0001-one.sql': 'create table one (id int); insert into one values (1);\n-- a comment; with a semicolon',
}
const second = { '0002-two.sql': 'create table two (id int);' }

test('runs each file once, ordered by name', async () => {
  const db = (await emptyDatabase())()
  assert.deepEqual(await migrate(db, folderOf(first)), ['0001-one'])
  assert.deepEqual(await migrate(db, folderOf({ ...second, ...first, 'notes.md': 'not SQL' })), ['0002-two'])
  assert.deepEqual(await migrate(db, folderOf({ ...first, ...second })), [])
  assert.deepEqual(await many(db)`select id from one`, [{ id: 1 }])
})

test('runs migrations in only one of twelve concurrent starts, all of which are ready afterward', async () => {
  const open = await emptyDatabase()
  const folder = folderOf({ ...first, ...second })
  const ran = await Promise.all(Array.from({ length: 12 }, () => migrate(open(), folder)))
  assert.deepEqual(ran.flat(), ['0001-one', '0002-two'])
  assert.deepEqual(await many(open())`select id from one`, [{ id: 1 }])
})

test('reports a broken file with its line number, and changes nothing', async () => {
  const db = (await emptyDatabase())()
  await migrate(db, folderOf(first))
  const broken = { '0003-broken.sql': 'create table three (id int);\ninsert into three\n  values (nothing);' }
  await assert.rejects(migrate(db, folderOf({ ...first, ...second, ...broken })), {
    name: 'MigrationError',
    message:
      /^The migration 0003-broken\.sql failed, line 3: column "nothing" does not exist\. Nothing was changed: .* Start that version/,
  })
  assert.deepEqual(await listTables(db), ['one'])
  assert.deepEqual(await migrate(db, folderOf({ ...first, ...second })), ['0002-two'])
})

test('reports the line of a statement that fails because of the data', async () => {
  const db = (await emptyDatabase())()
  await migrate(db, folderOf(first))
  const broken = {
    '0003-broken.sql':
      '-- every id; once\ncreate unique index on one (id);\n\ninsert into one values (2);\ninsert into one values (1);',
  }
  await assert.rejects(migrate(db, folderOf({ ...first, ...broken })), {
    message: /^The migration 0003-broken\.sql failed, line 5: duplicate key value violates unique constraint/,
  })
  assert.deepEqual(await many(db)`select id from one`, [{ id: 1 }])
})

test('lists pending migrations and rehearses them without changing anything', async () => {
  const db = (await emptyDatabase())()
  await migrate(db, folderOf(first))
  const both = folderOf({ ...first, ...second })
  assert.deepEqual(await listPendingMigrations(db, both), ['0002-two'])
  assert.deepEqual(await rehearseMigrations(db, both), ['0002-two'])
  assert.deepEqual(await listTables(db), ['one'])
  assert.deepEqual(await listPendingMigrations(db, both), ['0002-two'])
  assert.deepEqual(await migrate(db, both), ['0002-two'])
  assert.deepEqual(await listPendingMigrations(db, both), [])
})

test('rehearses all migrations on an empty database, and leaves it empty', async () => {
  const db = (await emptyDatabase())()
  const folder = folderOf({ ...first, ...second })
  assert.deepEqual(await listPendingMigrations(db, folder), ['0001-one', '0002-two'])
  assert.deepEqual(await rehearseMigrations(db, folder), ['0001-one', '0002-two'])
  assert.deepEqual(await many(db)`select 1 from pg_tables where schemaname = 'public'`, [])
})

test('reports the line at which a migration fails in a rehearsal', async () => {
  const db = (await emptyDatabase())()
  const broken = { '0003-broken.sql': 'create table three (id int);\ninsert into three values (nothing);' }
  await assert.rejects(rehearseMigrations(db, folderOf({ ...first, ...broken })), {
    message:
      /^The migration 0003-broken\.sql failed, line 2: column "nothing" does not exist\. Nothing was changed: .* Start that version/,
  })
  assert.deepEqual(await listTables(db), [])
})

test('does not modify a database that a newer version has migrated', async () => {
  const db = (await emptyDatabase())()
  await migrate(db, folderOf({ ...first, ...second }))
  await assert.rejects(migrate(db, folderOf(first)), /migrated by a newer version.*0002-two.*knows is 0001-one/)
  await assert.rejects(migrate(db, folderOf(second)), /Migration 0001-one .*but its file is missing/)
  assert.deepEqual(await one(db)`select count(*) as count from two`, { count: 0 })
})

test('runs a file with a lower number that was added later', async () => {
  const db = (await emptyDatabase())()
  await migrate(db, folderOf(second))
  assert.deepEqual(await migrate(db, folderOf({ ...first, ...second })), ['0001-one'])
})

test('leaves a database without migration history unchanged, and explains what to do', async () => {
  const open = await emptyDatabase()
  await migrate(open(), folderOf(first))
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(open())
  await assert.rejects(migrate(open(), folderOf({ ...first, ...second })), {
    name: 'MigrationError',
    message: /the table kysely_migration is missing or empty\. Nothing was changed\. Restore/,
  })
  assert.deepEqual(await listTables(open()), ['one'])
})
