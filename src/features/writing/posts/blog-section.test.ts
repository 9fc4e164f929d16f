import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, one } from '#kernel/db.ts'
import { defaultSettings, type StoredSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsRoutes } from '#features/admin/site-settings/site-settings.routes.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { sectionWorkers } from './post-section-jobs.ts'
import { getPost, getPosts, type Post, type PostList, publishPost, updatePost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const content = 'An article needs at least fifty characters, and this one has more.'

async function castBlog() {
  const t = await cast([...postRoutes, ...siteSettingsRoutes])
  const article = { title: 'An article', content, categoryId: 1, isLongForm: true }
  const publish = (part: object = {}) => t.alice<Post>('POST', publishPost.path, { ...article, ...part })
  async function turnBlog(isOn: boolean): Promise<void> {
    const { version } = (await t.admin<StoredSettings>('GET', '/api/admin/settings')).body
    const settings = { ...defaultSettings, sectionsOff: isOn ? [] : ['blog'] }
    assert.equal((await t.admin('PUT', '/api/admin/settings', { version, settings })).status, 200)
    await t.ctx.siteSettings.refresh()
    await tasksOf(sectionWorkers, t.ctx)['posts.apply-sections']!({})
  }
  const statusOf = async ({ id }: Post) => (await t.stranger('GET', getPost.href({ id }))).status
  const total = async () => (await t.stranger<PostList>('GET', getPosts.path)).body.total
  const countedArticles = async () =>
    (await one<{ total: number }>(t.db)`select sum(total)::int as total from post_totals where is_long_form`)!.total
  return { ...t, publish, turnBlog, statusOf, total, countedArticles }
}

test('hides articles, but not short posts, while the blog is off', async () => {
  const t = await castBlog()
  const { body: article } = await t.publish()
  await t.postBy('alice')
  assert.deepEqual([await t.total(), await t.countedArticles()], [2, 1])
  await t.turnBlog(false)
  assert.deepEqual([await t.statusOf(article), await t.total(), await t.countedArticles()], [404, 1, 0])
  await t.turnBlog(true)
  assert.deepEqual([await t.statusOf(article), await t.total(), await t.countedArticles()], [200, 2, 1])
})

test('hides unlisted articles, and leaves them unlisted', async () => {
  const t = await castBlog()
  const { body: article } = await t.publish({ isUnlisted: true })
  await t.turnBlog(false)
  assert.equal(await t.statusOf(article), 404)
  assert.equal((await t.alice('PATCH', updatePost.href({ id: article.id }), { isUnlisted: false })).status, 404)
  await t.turnBlog(true)
  assert.deepEqual([await t.statusOf(article), await t.total()], [200, 0])
})

test('rejects new articles while the blog is off', async () => {
  const t = await castBlog()
  await t.turnBlog(false)
  const { status, body } = await t.alice<{ message: string }>('POST', publishPost.path, {
    title: 'An article',
    content,
    categoryId: 1,
    isLongForm: true,
  })
  assert.deepEqual([status, body.message], [404, 'This site’s blog is turned off.'])
  assert.equal(await t.countedArticles(), 0)
})

test('keeps articles hidden if they are also hidden for another reason', async () => {
  const t = await castBlog()
  const { body: article } = await t.publish()
  const memberId = t.members.alice.id
  const suspend = (isSuspended: boolean) =>
    inTransaction(t.db, async (tx) => {
      await one(tx)`update all_members set standing = ${isSuspended ? 'suspended' : 'present'} where id = ${memberId}`
      await (isSuspended
        ? t.ctx.emit(tx, memberSuspended, { memberId, adminId: null })
        : t.ctx.emit(tx, memberReinstated, { memberId }))
    })
  await t.turnBlog(false)
  await suspend(true)
  await t.turnBlog(true)
  assert.equal(await t.statusOf(article), 404)
  await t.turnBlog(false)
  await suspend(false)
  assert.deepEqual([await t.statusOf(article), await t.countedArticles()], [404, 0])
  await t.turnBlog(true)
  assert.deepEqual([await t.statusOf(article), await t.countedArticles()], [200, 1])
})
