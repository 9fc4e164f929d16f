import assert from 'node:assert/strict'
import { type Db, many, run } from '#kernel/db.ts'
import { posts as postCount } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, runOf } from '#tests/support/plans.ts'
import { articles, indexed, members, posts, projects, sampleSql, textQueriesFor, writings } from './matches.store.ts'
import { SearchQuery } from './search.contract.ts'
import { search } from './search.store.ts'
import { termsOf } from './terms.contract.ts'

/** The only post with the word `needle`. */
const needle = 17
/** The newest post with the word `ancient`. */
const ancient = postCount / 2

const ask = (db: Db, q: string, kind = 'all') =>
  search({ db, siteSettings: { isOn: () => true } }, SearchQuery.parse({ q, kind }))

test.for([`'needl'`, `'common'`, `'even' & 'odd'`, `'common' & 'needl'`, `'nee':*`, `'common' & !'odd'`])(
  'can use an index to find posts with %s',
  async (query, { tx }) => {
    await run(tx)`select set_config('enable_seqscan', 'off', true)`
    const plan = await many<{ 'QUERY PLAN': unknown }>(tx)`explain (format json) ${indexed(writings, query)}`
    const text = JSON.stringify(plan)
    assert.match(text, /"Index Name":"search_posts_words"/)
    assert.doesNotMatch(text, /"Node Type":"Seq Scan"/)
  },
)

test.for([
  ['members', members],
  ['projects', projects],
] as const)('can use an index to find %s by the start of a word and by other names', async ([name, rows], { tx }) => {
  await run(tx)`select set_config('enable_seqscan', 'off', true)`
  const { all } = await textQueriesFor(tx, termsOf('js postgr'), 'names')
  const plan = await many<{ 'QUERY PLAN': unknown }>(tx)`explain (format json) ${indexed(rows, all)}`
  const text = JSON.stringify(plan)
  assert.ok(text.includes(`"Index Name":"search_${name}_words"`), text)
  assert.doesNotMatch(text, /"Node Type":"Seq Scan"/)
})

test('searches only the newest posts for a very common word, and reports that more exist', async ({ db }) => {
  const all = await ask(db, 'common')
  assert.deepEqual([all.total, all.totalPages, all.isCapped, all.counts], [100, 10, true, undefined])
  assert.equal(all.results[0]?.id, postCount)
  const articles = await ask(db, 'common', 'article')
  assert.deepEqual([articles.total, articles.isCapped], [100, true])
  assert.ok(articles.results.every(({ kind }) => kind === 'article'))
})

test('searches posts of any age for a word that is rare or occurs only in old posts', async ({ db }) => {
  for (const q of ['needle', '"a needle"'])
    assert.deepEqual(
      (await ask(db, q)).results.map(({ id }) => id),
      [needle],
    )
  const found = await ask(db, 'ancient')
  assert.deepEqual([found.total, found.isCapped, found.results[0]?.id], [500, true, ancient])
  assert.equal((await ask(db, 'even odd')).total, 0)
})

test('searches only the newest posts for a phrase of common words, and reports that more exist', async ({ db }) => {
  const found = await ask(db, '"words common"')
  assert.deepEqual([found.total, found.isCapped], [0, true])
  assert.equal((await ask(db, '"even ancient"')).total, 500)
})

test.for([
  ['posts', writings, 'search_posts_pkey'],
  ['articles', articles, 'search_posts_by_kind'],
  ['short posts', posts, 'search_posts_by_kind'],
  ['members', members, 'search_members_pkey'],
] as const)('reads few %s to find out whether a word is common, from the newest', async ([, rows, index], { tx }) => {
  await run(tx)`select set_config('enable_seqscan', 'off', true)`
  const nodes = await runOf(tx, sampleSql(rows, `'common'`))
  // Other tests' transactions leave row versions behind, which affect which of the two indexes is cheaper.
  assert.ok(indexesOf(nodes).every((name) => name === index || name === 'search_posts_pkey'))
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Sort'))
  const scans = nodes.filter((node) => node['Node Type'].startsWith('Index'))
  assert.equal(scans.at(-1)?.['Actual Rows'], 200)
  assert.ok(scans.every((node) => node['Actual Rows'] <= 5001))
})

test('rejects searches when too many are already running or queued', async ({ db }) => {
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => ask(db, 'common')))
  const refused = answers.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 40 - 22)
  for (const answer of refused) assert.equal(answer.status === 'rejected' && answer.reason.code, 'not_ready')
  assert.equal((await ask(db, 'needle')).total, 1)
})
