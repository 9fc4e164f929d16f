import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { listFeedPosts, findFeedSeries } from '#features/discovery/feeds/feeds.store.ts'
import { deletePost, getPost, type Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { cast } from '#tests/support/cast.ts'
import {
  getOwnSeries,
  getSeries,
  getSeriesPlace,
  type Series,
  type SeriesPlace,
  updateSeries,
} from './series.contract.ts'
import { seriesRoutes } from './series.routes.ts'
import { maxParts, removeSeriesOf } from './series.store.ts'

const content = 'An article needs at least fifty characters, and this one has more.'

async function castSeries() {
  const t = await cast([...postRoutes, ...seriesRoutes])
  let number = 0
  const publish = async (series: object | null, by: 'alice' | 'bob' = 'alice', part: object = {}) => {
    const title = `Article ${++number}`
    const body = { title, content, categoryId: 1, isLongForm: true, series, ...part }
    const answer = await t[by]<Post>('POST', publishPost.path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  const edit = async (id: number, part: object) => (await t.alice<Post>('PATCH', updatePost.href({ id }), part)).body
  const titles = async (slug: string) => {
    const { status, body } = await t.stranger<Series>('GET', getSeries.href({ slug }))
    return status === 200 ? body.parts.map(({ title }) => title) : status
  }
  const place = async (id: number) => {
    const { body } = await t.stranger<SeriesPlace | null>('GET', getSeriesPlace.href({ id }))
    return body && [body.position, body.total, body.previous?.title ?? null, body.next?.title ?? null]
  }
  return { ...t, publish, edit, titles, place }
}

test('orders a series’ articles by publication date, or by number if numbers are set', async () => {
  const t = await castSeries()
  const first = await t.publish({ name: 'Building a parser' })
  assert.deepEqual(first.series, { name: 'Building a parser', slug: 'building-a-parser', part: 1 })
  const second = await t.publish({ name: '  building a PARSER ' })
  const third = await t.publish({ name: 'Building a parser', part: 1 })
  assert.deepEqual([second.series?.part, third.series?.part], [2, 1])
  assert.deepEqual(await t.titles('building-a-parser'), ['Article 1', 'Article 3', 'Article 2'])
  assert.deepEqual(await t.place(third.id), [2, 3, 'Article 1', 'Article 2'])
  await t.edit(third.id, { series: { name: 'Building a parser', part: 9 } })
  assert.deepEqual(await t.place(third.id), [3, 3, 'Article 2', null])
  assert.equal((await t.edit(third.id, { title: 'A new title' })).series?.part, 9)
  assert.equal((await t.edit(third.id, { series: { name: 'Building a parser' } })).series?.part, 9)
})

test('updates a series when an article leaves it, moves to another series, is unlisted, or is deleted', async () => {
  const t = await castSeries()
  const [first, second] = [await t.publish({ name: 'One' }), await t.publish({ name: 'One' })]
  assert.equal((await t.edit(first.id, { series: null })).series, null)
  assert.equal(await t.place(first.id), null)
  assert.equal((await t.edit(first.id, { series: { name: 'Two' } })).series?.slug, 'two')
  assert.deepEqual([await t.titles('one'), await t.titles('two')], [['Article 2'], ['Article 1']])
  await t.edit(first.id, { isUnlisted: true })
  assert.deepEqual([await t.titles('two'), await t.place(first.id)], [404, null])
  await t.alice('DELETE', deletePost.href({ id: second.id }))
  assert.equal(await t.titles('one'), 404)
  assert.equal((await t.stranger<Post>('GET', getPost.href({ id: first.id }))).body.series?.name, 'Two')
})

test('gives two members’ series with the same name different URLs', async () => {
  const t = await castSeries()
  await t.publish({ name: 'Weekly' })
  assert.equal((await t.publish({ name: 'Weekly' }, 'bob')).series?.slug, 'weekly-2')
  assert.deepEqual([await t.titles('weekly'), await t.titles('weekly-2')], [['Article 1'], ['Article 2']])
  assert.match((await t.publish({ name: '🎉' })).series!.slug, /^series/)
})

test('creates a series only once when several articles are published concurrently', async () => {
  const t = await castSeries()
  await Promise.all(Array.from({ length: 6 }, () => t.publish({ name: 'Together' })))
  assert.deepEqual(
    await many(
      t.db,
    )`select name, (select count(*)::int from series_posts where series_id = series.id) as parts from series`,
    [{ name: 'Together', parts: 6 }],
  )
})

test('lets only the author and administrators rename and describe a series, and keeps its URL', async () => {
  const t = await castSeries()
  await t.publish({ name: 'Old name' })
  await t.publish({ name: 'Other' })
  const href = updateSeries.href({ slug: 'old-name' })
  const change = { name: 'New name', description: 'What it is about.' }
  assert.equal((await t.stranger('PATCH', href, change)).status, 401)
  assert.equal((await t.bob('PATCH', href, change)).status, 403)
  const { status, body } = await t.alice<Series>('PATCH', href, change)
  assert.deepEqual([status, body.name, body.slug, body.description], [200, 'New name', 'old-name', change.description])
  assert.equal((await t.alice('PATCH', href, change)).status, 200)
  assert.equal((await t.admin('PATCH', href, change)).status, 200)
  assert.equal((await t.alice('PATCH', href, { name: 'other', description: '' })).status, 409)
  assert.equal((await t.alice('PATCH', href, { name: '', description: '' })).status, 400)
  assert.equal((await t.alice('PATCH', updateSeries.href({ slug: 'nothing' }), change)).status, 404)
  assert.deepEqual((await t.alice<object>('GET', getOwnSeries.path)).body, { names: ['Other', 'New name'] })
})

test('rejects invalid numbers, and more articles than a series can have', async () => {
  const t = await castSeries()
  const { id } = await t.publish({ name: 'Long' })
  await many(t.db)`
    with copies as (
      insert into all_posts (member_id, content, content_html, plain_text, excerpt, reading_minutes, category_id,
        is_long_form, render_version)
      select member_id, content, content_html, plain_text, excerpt, reading_minutes, category_id, is_long_form,
        render_version from all_posts, generate_series(2, ${maxParts}) where id = ${id} returning id)
    insert into series_posts (post_id, series_id, part)
    select copies.id, (select id from series), copies.id from copies`
  const body = { title: 'One more', content, categoryId: 1, isLongForm: true }
  for (const series of [{ name: 'Long' }, { name: 'x', part: 0 }, { name: 'x', part: 1.5 }, { name: '' }, 'x'])
    assert.equal((await t.alice('POST', publishPost.path, { ...body, series })).status, 400, JSON.stringify(series))
})

test('serves a feed of the series’ articles', async () => {
  const t = await castSeries()
  await t.publish({ name: 'Fed' })
  await t.publish(null)
  const series = (await findFeedSeries(t.db, 'fed'))!
  assert.deepEqual(
    (await listFeedPosts(t.db, { seriesId: series.id })).map(({ title }) => title),
    ['Article 1'],
  )
  assert.equal(await findFeedSeries(t.db, 'nothing'), null)
})

test('deletes a deleted member’s series, except those with remaining posts', async () => {
  const t = await castSeries()
  const first = await t.publish({ name: 'Kept' })
  const second = await t.publish({ name: 'Emptied' })
  await t.edit(second.id, { series: null })
  await removeSeriesOf(t.db, t.members.alice.id, false)
  assert.deepEqual(await many(t.db)`select name from series`, [{ name: 'Kept' }])
  await removeSeriesOf(t.db, t.members.alice.id, true)
  assert.deepEqual(await many(t.db)`select name from series`, [])
  assert.equal((await t.stranger<Post>('GET', getPost.href({ id: first.id }))).status, 200)
})
