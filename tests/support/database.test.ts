import assert from 'node:assert/strict'
import { Client } from 'pg'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { testConnection, testDatabaseUrl, testDb } from './database.ts'

const categories = [1, 2, 3, 4, 5]
const listIds = async () =>
  (await many<{ id: number }>(await testDb())`select id from post_categories order by id`).map((row) => row.id)

for (const round of ['first', 'second'])
  test(`starts the ${round} test with only the rows that migrations insert`, async () => {
    const db = await testDb()
    assert.deepEqual(await listIds(), categories)
    assert.deepEqual(await one(db)`select sum(total) as total, count(*) as rows from post_totals`, {
      total: 0,
      rows: 10,
    })
    const member = await one<{ id: number }>(db)`
      insert into members (issuer, subject, username, display_name) values ('t', 't', 'tess', 'Tess') returning id`
    assert.equal(member?.id, 1)
    await run(db)`insert into post_categories values (6, 'six', 'Six', 'red')`
    await run(db)`update post_totals set total = 3 where category_id = 1`
    await run(db)`delete from post_totals where category_id = 2`
    assert.deepEqual(await listIds(), [...categories, 6])
  })

test('connects a separate client to the same database, using either its settings or its URL', async () => {
  const db = await testDb()
  await run(db)`insert into site_secrets (name, value) values ('a', 'b')`
  for (const config of [await testConnection(), { connectionString: await testDatabaseUrl() }]) {
    const client = new Client(config)
    await client.connect()
    const { rows } = await client.query('select name from site_secrets')
    await client.end()
    assert.deepEqual(rows, [{ name: 'a' }])
  }
})
