import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, many, one } from '#kernel/db.ts'
import { feedAsHome, type HomeSettings } from '#features/admin/site-settings/home-settings.contract.ts'
import {
  defaultSettings,
  feedIsHomeMessage,
  type StoredSettings,
} from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsRoutes } from '#features/admin/site-settings/site-settings.routes.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { sectionWorkers } from './post-section-jobs.ts'
import { getPost, getPosts, getPostsBy, type Post, type PostList, publishPost, updatePost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const content = 'An article needs at least fifty characters, and this one has more.'
const article = { title: 'An article', content, categoryId: 1, isLongForm: true }

async function castFeed() {
  const t = await cast([...postRoutes, ...siteSettingsRoutes])
  const portfolio: HomeSettings = { ...feedAsHome, kind: 'portfolio' }
  async function turnOff(sectionsOff: Section[], home = portfolio) {
    const { version } = (await t.admin<StoredSettings>('GET', '/api/admin/settings')).body
    const settings = { ...defaultSettings, home, sectionsOff }
    const answer = await t.admin<{ message: string }>('PUT', '/api/admin/settings', { version, settings })
    await t.ctx.siteSettings.refresh()
    await tasksOf(sectionWorkers, t.ctx)['posts.apply-sections']!({})
    return answer
  }
  const statusOf = async (id: number) => (await t.stranger('GET', getPost.href({ id }))).status
  const list = (query: string) => t.stranger<PostList>('GET', getPosts.path + query)
  const totals = () =>
    many<{ isLongForm: boolean; total: number }>(t.db)`
      select is_long_form as "isLongForm", sum(total)::int as total from post_totals group by 1 having sum(total) > 0`
  return { ...t, turnOff, statusOf, list, totals }
}

test('hides short posts, but not articles, while the feed is off', async () => {
  const t = await castFeed()
  const post = await t.postBy('alice')
  const { body: long } = await t.alice<Post>('POST', publishPost.path, article)
  await t.turnOff(['feed'])
  assert.deepEqual([await t.statusOf(post), await t.statusOf(long.id)], [404, 200])
  assert.deepEqual(await t.totals(), [{ isLongForm: true, total: 1 }])
  const own = await t.alice<PostList>('GET', getPostsBy.href({ id: t.members.alice.id }))
  assert.deepEqual(
    own.body.posts.map(({ id }) => id),
    [long.id],
  )
  await t.turnOff([])
  assert.deepEqual([await t.statusOf(post), await t.statusOf(long.id)], [200, 200])
  assert.equal((await t.list('')).body.total, 2)
})

test('returns 404 for the feed while it is off, but lists articles and tags', async () => {
  const t = await castFeed()
  await t.turnOff(['feed'])
  for (const query of ['', '?page=2', '?type=popular', '?isLongForm=false', '?categoryId=1'])
    assert.equal((await t.list(query)).status, 404, query)
  for (const query of ['?isLongForm=true', '?tag=weaving']) assert.equal((await t.list(query)).status, 200, query)
  assert.equal((await t.alice('GET', `${getPosts.path}?type=unlisted`)).status, 200)
})

test('rejects new short posts, and articles that become short posts, while the feed is off', async () => {
  const t = await castFeed()
  const { body: long } = await t.alice<Post>('POST', publishPost.path, article)
  await t.turnOff(['feed'])
  const { status, body } = await t.alice<{ message: string }>('POST', publishPost.path, {
    content: 'Hi',
    categoryId: 1,
  })
  assert.deepEqual([status, body.message], [404, 'This site’s feed is turned off.'])
  assert.equal((await t.alice('PATCH', updatePost.href({ id: long.id }), { isLongForm: false })).status, 404)
  assert.deepEqual(await t.totals(), [{ isLongForm: true, total: 1 }])
})

test('rejects short posts that become articles while the blog is off', async () => {
  const t = await castFeed()
  const post = await t.postBy('alice')
  await t.turnOff(['blog'])
  assert.equal((await t.alice('PATCH', updatePost.href({ id: post }), article)).status, 404)
  assert.deepEqual(await t.totals(), [{ isLongForm: false, total: 1 }])
})

test('keeps short posts hidden when a suspended member is reinstated', async () => {
  const t = await castFeed()
  const post = await t.postBy('alice')
  const memberId = t.members.alice.id
  const suspend = (isSuspended: boolean) =>
    inTransaction(t.db, async (tx) => {
      await one(tx)`update all_members set standing = ${isSuspended ? 'suspended' : 'present'} where id = ${memberId}`
      await (isSuspended
        ? t.ctx.emit(tx, memberSuspended, { memberId, adminId: null })
        : t.ctx.emit(tx, memberReinstated, { memberId }))
    })
  await t.turnOff(['feed', 'blog'])
  await suspend(true)
  await suspend(false)
  assert.equal(await t.statusOf(post), 404)
  await t.turnOff(['blog'])
  assert.equal(await t.statusOf(post), 200)
})

test('rejects turning off the feed while it is the home page', async () => {
  const t = await castFeed()
  const post = await t.postBy('alice')
  const { status, body } = await t.turnOff(['feed'], feedAsHome)
  assert.deepEqual([status, body.message], [400, feedIsHomeMessage()])
  assert.equal(await t.statusOf(post), 200)
})

test('hides a short post that is unlisted, and keeps it unlisted', async () => {
  const t = await castFeed()
  const { body: long } = await t.alice<Post>('POST', publishPost.path, { ...article, isUnlisted: true })
  await t.alice('PATCH', updatePost.href({ id: long.id }), { isLongForm: false, title: null })
  await t.turnOff(['feed'])
  assert.equal(await t.statusOf(long.id), 404)
  await t.turnOff([])
  assert.equal(await t.statusOf(long.id), 200)
})
