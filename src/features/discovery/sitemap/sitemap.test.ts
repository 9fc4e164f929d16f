import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, inTransaction, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { elementsIn, textOf } from '#tests/support/xml-reader.ts'
import { schemaFaults } from '#tests/support/xml-schema.ts'
import { idsPerFile, sitemapRoutes } from './sitemap.routes.ts'

async function sitemap() {
  const t = await cast(sitemapRoutes)
  const get = (path = '/sitemap.xml') => t.stranger<string>('GET', path)
  const entries = async (path?: string) =>
    (await elementsIn((await get(path)).body, 'url')).map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')])
  const aliceId = t.members.alice.id
  /** Fills the tables without triggers, then updates the query planner's statistics. */
  const inBulk = async (work: (site: ReturnType<typeof filling>) => Promise<void>) => {
    await inTransaction(t.db, async (tx) => {
      await run(tx)`set local session_replication_role = replica`
      await work(filling(tx, aliceId))
    })
    await run(t.db)`analyze`
  }
  return { get, entries, inBulk, ...filling(t.db, aliceId) }
}

function filling(db: Db, aliceId: number) {
  /** Inserts members with these ids, in addition to the cast. */
  const join = (first: number, last: number) => run(db)`
    insert into members (id, issuer, subject, username, display_name) overriding system value
    select id, 'test', id::text, 'm' || id, 'M' from generate_series(${first}::int, ${last}::int) id on conflict do nothing`
  /** Adds goals for the members with these ids. */
  const ask = (first: number, last: number) => run(db)`
    insert into sponsor_goals (member_id, title, amount)
    select id, 'A goal', 1 from members where id between ${first}::int and ${last}::int`
  /** Inserts posts with these ids. */
  const add = (first: number, last: number) => run(db)`
    insert into posts (id, member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at, updated_at)
    overriding system value
    select id, ${aliceId}, '', '', '', 1, 5, false, '2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z' from generate_series(${first}::int, ${last}::int) id`
  /** Inserts projects by Alice with these ids. */
  const build = (first: number, last: number) => run(db)`
    insert into all_projects (id, member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
      demo_video_url, deployment_url, github_url, technologies, technology_keys, is_featured, position, updated_at)
    overriding system value
    select id, ${aliceId}, '', '', '', '', '', '', '', '', '{}', '{}', false, 1, '2026-01-01T00:00:00Z'
    from generate_series(${first}::int, ${last}::int) id`
  /** Inserts recordings of Alice's stream 1 with these ids, and more recordings of a private stream. */
  async function record(first: number, last: number) {
    await run(db)`
      insert into all_livestreams (id, member_id, provider, provider_id, playback_id, is_playback_public, stream_key,
        title, description, is_public)
      overriding system value
      select id, ${aliceId}, 'embedded', id, id, true, '', '', '', id = 1 from generate_series(1, 2) id
      on conflict do nothing`
    await run(db)`
      insert into livestream_recordings (id, livestream_id, recording_id, title, started_at, seconds)
      overriding system value
      select id, case when id > ${last} then 2 else 1 end, id, '', '2026-01-01T00:00:00Z', 60
      from generate_series(${first}::int, ${last + 1}::int) id on conflict do nothing`
  }
  /** Inserts tags with these ids. */
  const tag = (first: number, last: number) => run(db)`
    insert into tags (id, name, post_count) overriding system value
    select id, 't' || id, 1 from generate_series(${first}::int, ${last}::int) id`
  /** Inserts site pages with these ids. */
  const write = (first: number, last: number) => run(db)`
    insert into site_pages (id, slug, title, content, content_html, description, render_version, is_in_navigation, is_published)
    overriding system value
    select id, 'page' || id, 'P', '', '', '', 1, false, true from generate_series(${first}::int, ${last}::int) id`
  return { add, join, build, ask, record, tag, write }
}
const post = (id: number) => [`http://devstead.test/post/${id}`, '2026-01-01T00:00:00.000Z']
const members = 'http://devstead.test/members'
const projects = 'http://devstead.test/projects'
const livestreams = 'http://devstead.test/livestream'
const project = (id: number) => [`http://devstead.test/projects/${id}`, '2026-01-01T00:00:00.000Z']
const recording = (id: number) => [`http://devstead.test/livestream/1/recording/${id}`, '2026-01-01T00:00:00.000Z']
const member = (name: string, wroteAt: string | null = null) => [`http://devstead.test/profile/${name}`, wroteAt]
const everybody = [member('alice'), member('bob'), member('admina')]

test('lists posts, projects, and recordings with the time of their last change, and members with their last post’s date', async () => {
  const { get, entries, add, build, record } = await sitemap()
  const [front, blog] = ['http://devstead.test/', 'http://devstead.test/blog']
  assert.deepEqual(await entries(), [
    [members, null],
    [front, null],
    [blog, null],
    [projects, null],
    [livestreams, null],
    ...everybody,
  ])
  await add(3, 4)
  await build(7, 7)
  await record(9, 9)
  assert.deepEqual(await entries(), [
    [members, null],
    [front, post(3)[1]],
    [blog, null],
    [projects, null],
    [livestreams, null],
    member('alice', '2025-12-01T00:00:00.000Z'),
    ...everybody.slice(1),
    post(3),
    post(4),
    project(7),
    recording(9),
  ])
  assert.deepEqual(await schemaFaults((await get()).body, 'sitemap'), [])
  assert.equal((await get()).headers.get('content-type'), 'application/xml; charset=utf-8')
  for (const page of ['0', '2', '-1', 'x', '', '1e0', '99999999999'])
    assert.equal((await get(`/sitemap.xml?page=${page}`)).status, 404, page)
})

test('splits more than 50,000 URLs into several files with an index, none of them oversized or empty', async () => {
  const { get, entries, inBulk } = await sitemap()
  await inBulk(async ({ add, join, build, ask, record, tag, write }) => {
    await add(1, idsPerFile + 1)
    await add(idsPerFile * 3 + 1, idsPerFile * 3 + 1)
    await join(4, idsPerFile)
    await build(1, idsPerFile)
    await build(idsPerFile * 6 + 1, idsPerFile * 6 + 1)
    await join(idsPerFile * 5, idsPerFile * 5)
    await ask(1, idsPerFile)
    await record(1, idsPerFile)
    await record(idsPerFile * 8 + 1, idsPerFile * 8 + 1)
    await tag(1, idsPerFile)
    await tag(idsPerFile * 10 + 1, idsPerFile * 10 + 1)
    await write(1, idsPerFile)
  })
  assert.deepEqual(await schemaFaults((await get()).body, 'siteindex'), [])
  assert.deepEqual(await schemaFaults((await get('/sitemap.xml?page=1')).body, 'sitemap'), [])
  const files = (await elementsIn((await get()).body, 'sitemap')).map((file) => textOf(file, 'loc'))
  assert.deepEqual(
    files,
    [1, 2, 4, 5, 7, 9, 11].map((page) => `http://devstead.test/sitemap.xml?page=${page}`),
  )
  const full = (await entries('/sitemap.xml?page=1')).length
  assert.ok(full > 49_990 && full <= 50_000, String(full))
  assert.deepEqual(await entries('/sitemap.xml?page=2'), [post(idsPerFile + 1)])
  assert.deepEqual(await entries('/sitemap.xml?page=4'), [post(idsPerFile * 3 + 1)])
  assert.deepEqual(await entries('/sitemap.xml?page=5'), [member(`m${idsPerFile * 5}`)])
  assert.deepEqual(await entries('/sitemap.xml?page=7'), [project(idsPerFile * 6 + 1)])
  assert.deepEqual(await entries('/sitemap.xml?page=9'), [recording(idsPerFile * 8 + 1)])
  assert.deepEqual(await entries('/sitemap.xml?page=11'), [[`http://devstead.test/tag/t${idsPerFile * 10 + 1}`, null]])
  assert.equal((await get('/sitemap.xml?page=3')).status, 404)
})
