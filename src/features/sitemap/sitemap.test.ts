import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '#tests/cast.ts'
import { elementsIn, textOf } from '#tests/xml-reader.ts'
import { schemaFaults } from '#tests/xml-schema.ts'
import { idsPerPage, sitemapRoutes } from './sitemap.routes.ts'

async function sitemap() {
  const t = await cast(sitemapRoutes)
  const get = (path = '/sitemap.xml') => t.stranger<string>('GET', path)
  const entries = async (path?: string) =>
    (await elementsIn((await get(path)).body, 'url')).map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')])
  /** Puts posts with these ids in. */
  const add = (first: number, last: number) => run(t.db)`
    insert into posts (id, member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, updated_at)
    overriding system value
    select id, ${t.members.alice.id}, '', '', '', 1, 5, false, '2026-01-01T00:00:00Z' from generate_series(${first}::int, ${last}::int) id`
  return { get, entries, add }
}
const post = (id: number) => [`http://devstead.test/post/${id}`, '2026-01-01T00:00:00.000Z']

test('the sitemap has the lists and every post with its last change', async () => {
  const { get, entries, add } = await sitemap()
  const [front, blog] = ['http://devstead.test/', 'http://devstead.test/blog']
  assert.deepEqual(await entries(), [
    [front, null],
    [blog, null],
  ])
  await add(3, 4)
  assert.deepEqual(await entries(), [[front, post(3)[1]], [blog, null], post(3), post(4)])
  assert.deepEqual(await schemaFaults((await get()).body, 'sitemap'), [])
  assert.equal((await get()).headers.get('content-type'), 'application/xml; charset=utf-8')
  for (const page of ['0', '2', '-1', 'x', '', '1e0', '99999999999'])
    assert.equal((await get(`/sitemap.xml?page=${page}`)).status, 404, page)
})

test('past 50,000 addresses there are several files, none of them larger or empty, and an index', async () => {
  const { get, entries, add } = await sitemap()
  await add(1, idsPerPage + 1)
  await add(idsPerPage * 3 + 1, idsPerPage * 3 + 1)
  assert.deepEqual(await schemaFaults((await get()).body, 'siteindex'), [])
  assert.deepEqual(await schemaFaults((await get('/sitemap.xml?page=1')).body, 'sitemap'), [])
  const files = (await elementsIn((await get()).body, 'sitemap')).map((file) => textOf(file, 'loc'))
  assert.deepEqual(
    files,
    [1, 2, 4].map((page) => `http://devstead.test/sitemap.xml?page=${page}`),
  )
  assert.equal((await entries('/sitemap.xml?page=1')).length, 50_000)
  assert.deepEqual(await entries('/sitemap.xml?page=2'), [post(idsPerPage + 1)])
  assert.deepEqual(await entries('/sitemap.xml?page=4'), [post(idsPerPage * 3 + 1)])
  assert.equal((await get('/sitemap.xml?page=3')).status, 404)
})
