import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { inTransaction, many, run } from './db.ts'
import { onWrites, tablesWritten } from './writes.ts'

const written = {
  'insert into likes (post_id) values (1) on conflict do nothing': ['likes'],
  'insert into tags (name) values ($1) on conflict (name) do update set name = excluded.name': ['tags'],
  'with gone as (delete from likes where post_id = 1 returning 1) update like_counts set like_count = 0': [
    'likes',
    'like_counts',
  ],
  'UPDATE ONLY "posts" set title = $1': ['posts'],
  'merge into sponsors using given on true when matched then delete': ['sponsors'],
  'truncate table search_posts': ['search_posts'],
  'update graphile_worker.jobs set attempts = 0': ['graphile_worker.jobs'],
  'select from readable_posts where id = $1 for update': [],
  'select id from posts for no key update of posts': [],
  'select updated_at, deleted from posts order by updated_at': [],
}

test('finds the tables that a statement writes to', () => {
  for (const [text, tables] of Object.entries(written)) assert.deepEqual(tablesWritten(text), tables, text)
})

/** Records the writes to tags from now on. */
async function watched() {
  const db = await testDb()
  const seen: string[][] = []
  onTestFinished(onWrites((tables) => void seen.push([...tables])))
  return { db, seen }
}

test('reports a write once its statement has finished, and no reads', async () => {
  const { db, seen } = await watched()
  await many(db)`select id from tags`
  assert.deepEqual(seen, [])
  await run(db)`insert into tags (name) values ('one')`
  assert.deepEqual(seen, [['tags']])
})

test('reports a transaction’s writes once it has been committed', async () => {
  const { db, seen } = await watched()
  await inTransaction(db, async (db) => {
    await run(db)`insert into tags (name) values ('one')`
    await run(db)`delete from redirects`
    assert.deepEqual(seen, [])
  })
  assert.deepEqual(seen, [['tags', 'redirects']])
  await run(db)`delete from tags`
  assert.deepEqual(seen.at(-1), ['tags'])
})

test('reports nothing for a transaction that is rolled back', async () => {
  const { db, seen } = await watched()
  const work = inTransaction(db, async (db) => {
    await run(db)`insert into tags (name) values ('one')`
    throw new Error('changed my mind')
  })
  await assert.rejects(work, /changed my mind/)
  assert.deepEqual(seen, [])
  await many(db)`select id from tags`
  assert.deepEqual(seen, [])
})

test('stops reporting', async () => {
  const db = await testDb()
  const seen: unknown[] = []
  onWrites((tables) => seen.push(tables))()
  await run(db)`delete from tags`
  assert.deepEqual(seen, [])
})
