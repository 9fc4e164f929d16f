import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, inTransaction, many, one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { indexed, writings } from './hits.store.ts'
import { SearchQuery } from './search.contract.ts'
import { search } from './search.store.ts'

const posts = 12_000
let db: Db
let first: number

beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name) values ('test', '1', 'writer', 'Writer')`
  await run(db)`
    insert into posts (member_id, title, content, content_html, plain_text, excerpt, reading_minutes, category_id, is_long_form)
    select (select id from members), case when n % 6 = 0 then 'Article ' || n end, '', '',
      'common words ' || case when n % 2 = 0 then 'even' else 'odd' end || case when n <= 6000 then ' ancient' else '' end
        || case when n = 17 then ' a needle in hay' else '' end || ' ' || repeat('filler ', 60),
      'x', 1, 5, n % 6 = 0
    from generate_series(1, ${posts}::int) n`
  await sql`vacuum analyze all_posts, search_posts`.execute(db)
  first = (await one<{ id: number }>(db)`select min(id) as id from posts`)!.id
})

const ask = (q: string, kind = 'all') => search(db, SearchQuery.parse({ q, kind }))

test('what is rare is read from the index, whatever the planner thinks of it', async () => {
  for (const query of [`'needl'`, `'common'`, `'even' & 'odd'`, `'common' & 'needl'`, `'nee':*`, `'common' & !'odd'`]) {
    const text = await inTransaction(db, async (tx) => {
      await run(tx)`select set_config('enable_seqscan', 'off', true)`
      const plan = await many<{ 'QUERY PLAN': unknown }>(tx)`explain (format json) ${indexed(writings, query)}`
      return JSON.stringify(plan)
    })
    assert.match(text, /"Index Name":"search_posts_words"/, query)
    assert.doesNotMatch(text, /"Node Type":"Seq Scan"/, query)
  }
})

test('a word of most posts is found among the newest, and it is said that there are more', async () => {
  const all = await ask('common')
  assert.deepEqual([all.total, all.totalPages, all.isCapped, all.counts], [500, 50, true, undefined])
  assert.equal(all.results[0]?.id, first + posts - 1)
  const articles = await ask('common', 'article')
  assert.deepEqual([articles.total, articles.isCapped], [500, true])
  assert.ok(articles.results.every(({ kind }) => kind === 'article'))
})

test('what is rare, or of long ago, is found however old it is', async () => {
  assert.deepEqual(
    (await ask('needle')).results.map(({ id }) => id),
    [first + 16],
  )
  assert.deepEqual(
    (await ask('"a needle"')).results.map(({ id }) => id),
    [first + 16],
  )
  const ancient = await ask('ancient')
  assert.deepEqual([ancient.total, ancient.isCapped, ancient.results[0]?.id], [500, true, first + 5999])
  assert.equal((await ask('even odd')).total, 0)
})

test('a phrase of words that are everywhere is looked for as far as it is cheap, and that is said', async () => {
  const found = await ask('"words ancient"')
  assert.deepEqual([found.total, found.isCapped], [0, true])
  assert.equal((await ask('"even ancient"')).total, 500)
  await run(db)`delete from posts where id >= ${first} + 9000`
  const whole = await ask('"words ancient"')
  assert.deepEqual([whole.total, whole.isCapped], [0, false])
})

test('more searches at once than are let in are told to come again', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => ask('common')))
  const refused = answers.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 40 - 22)
  for (const answer of refused) assert.equal(answer.status === 'rejected' && answer.reason.code, 'not_ready')
  assert.equal((await ask('needle')).total, 1)
})
