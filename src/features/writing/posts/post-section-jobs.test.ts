import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, connect, inTransaction, many, one, run } from '#kernel/db.ts'
import { searchRoutes } from '#features/discovery/search/search.routes.ts'
import type { SearchResults } from '#features/discovery/search/search.contract.ts'
import { feedAsHome } from '#features/admin/site-settings/home-settings.contract.ts'
import { defaultSettings, type StoredSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsRoutes } from '#features/admin/site-settings/site-settings.routes.ts'
import { getTag, getTags, type TagList } from '#features/writing/tags/tags.contract.ts'
import { tagRoutes } from '#features/writing/tags/tags.routes.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { testConnection, untilBlocked } from '#tests/support/database.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { wrongLikedCounts } from '#tests/support/liked-counts.ts'
import { wrongMonths } from '#tests/support/post-months.ts'
import { applySection, hidePostsOf, unhidePostsOf } from './hidden-posts.store.ts'
import { sectionWorkers } from './post-section-jobs.ts'
import { getPost, getPosts, getPostsBy, type Post, type PostList, publishPost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const text = 'An article needs at least fifty characters, and this one has more.'
const article = { title: 'An article', content: text, categoryId: 1, isLongForm: true, tags: ['weaving'] }

async function start() {
  const t = await cast([...postRoutes, ...likeRoutes, ...searchRoutes, ...siteSettingsRoutes, ...tagRoutes])
  /** Saves the settings, but does not run the job. */
  async function turnOff(...sectionsOff: Section[]) {
    const { version } = (await t.admin<StoredSettings>('GET', '/api/admin/settings')).body
    const settings = { ...defaultSettings, home: { ...feedAsHome, kind: 'portfolio' as const }, sectionsOff }
    assert.equal((await t.admin('PUT', '/api/admin/settings', { version, settings })).status, 200)
    await t.ctx.siteSettings.refresh()
  }
  /** Publishes short posts with tags and likes, in several categories. */
  async function publish(count: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 1; n <= count; n++) {
      const post = { content: `Post ${n} #weaving #number${n % 3}`, categoryId: (n % 2) + 1 }
      const { id } = (await t.alice<Post>('POST', publishPost.path, post)).body
      await t.bob('POST', likePost.href({ id }))
      ids.push(id)
    }
    return ids
  }
  const jobs = () => many<{ key: string }>(t.db)`
    select key from graphile_worker.jobs where task_identifier = 'posts.apply-sections'`
  const runJob = () => tasksOf(sectionWorkers, t.ctx)['posts.apply-sections']!({})
  const list = async (query: string) => (await t.stranger<PostList>('GET', getPosts.path + query)).body
  return { ...t, turnOff, publish, jobs, runJob, list }
}

const withheld = async (db: Db) =>
  (await many<{ id: number }>(db)`select id from all_posts where is_withheld order by id`).map(({ id }) => id)

/** Asserts that the totals match the posts. */
async function assertCounted(db: Db): Promise<void> {
  const wrong = await one<{ totals: number; tags: number }>(db)`
    select
      (select count(*) from post_totals t where total <> (select count(*) from all_posts p
        where (p.is_long_form, p.category_id) = (t.is_long_form, t.category_id) and not is_withheld)) as totals,
      (select count(*) from tags where (post_count, article_count) <> (
        select count(*), count(*) filter (where all_posts.is_long_form)
        from post_tags join all_posts on id = post_id where tag_id = tags.id and not all_posts.is_withheld)) as tags`
  assert.deepEqual(wrong, { totals: 0, tags: 0 })
  assert.deepEqual([await wrongLikedCounts(db), await wrongMonths(db)], [[], []])
}

/** Applies batches of three until there are no more. */
async function applyAll(db: Db): Promise<void> {
  let count: number
  do count = await inTransaction(db, (tx) => applySection(tx, 'feed', 3))
  while (count === 3)
}

/** Returns a connection like that of another process. */
async function anotherProcess(): Promise<Db> {
  return connect({ ...(await testConnection()), max: 2, onError: () => {} })
}

test('hides posts from everyone as soon as the section is off, before the job has run', async () => {
  const t = await start()
  const [id] = await t.publish(3)
  const { body: long } = await t.alice<Post>('POST', publishPost.path, article)
  await t.turnOff('feed')
  assert.deepEqual(await withheld(t.db), [])
  for (const person of [t.stranger, t.alice, t.admin])
    assert.equal((await person('GET', getPost.href({ id: id! }))).status, 404)
  const by = await t.alice<PostList>('GET', getPostsBy.href({ id: t.members.alice.id }))
  const lists = [by.body, await t.list('?isLongForm=true'), await t.list('?tag=weaving')]
  for (const { posts } of lists)
    assert.deepEqual(
      posts.map((post) => post.id),
      [long.id],
    )
  assert.equal((await t.bob('POST', likePost.href({ id: id! }))).status, 404)
  const { body } = await t.stranger<SearchResults>('GET', '/api/search?q=weaving')
  assert.deepEqual([body.total, body.results.map((found) => 'id' in found && found.id)], [1, [long.id]])
  await t.turnOff('feed', 'blog')
  assert.equal((await t.stranger<SearchResults>('GET', '/api/search?q=weaving')).body.total, 0)
  await t.turnOff()
  assert.equal((await t.list('')).total, 4)
})

test('counts only visible posts in lists while articles are being hidden', async () => {
  const t = await start()
  const [first] = await t.publish(1)
  const { body: long } = await t.alice<Post>('POST', publishPost.path, article)
  await t.bob('POST', likePost.href({ id: long.id }))
  await t.turnOff('blog')
  for (const query of ['', '?categoryId=1', '?categoryId=2', '?type=popular']) {
    const { posts, total } = await t.list(query)
    assert.equal(total, posts.length, query)
    assert.ok(
      posts.every(({ id }) => id === first),
      query,
    )
  }
})

test('counts only visible posts of tags while articles are being hidden', async () => {
  const t = await start()
  const counts = async () =>
    (await t.stranger<TagList>('GET', getTags.path)).body.tags.map(({ name, postCount }) => [name, postCount])
  await t.publish(2)
  for (const tags of [['weaving'], ['weaving', 'looms'], ['looms']])
    await t.alice<Post>('POST', publishPost.path, { ...article, tags })
  await t.turnOff('blog')
  for (const isPartlyHidden of [false, true]) {
    if (isPartlyHidden) await inTransaction(t.db, (db) => applySection(db, 'blog', 1))
    assert.deepEqual(await counts(), [
      ['weaving', 2],
      ['number1', 1],
      ['number2', 1],
    ])
    const { posts, total } = await t.list('?tag=weaving&limit=1&page=2')
    assert.deepEqual([posts.length, total], [1, 2])
    assert.equal((await t.stranger<{ postCount: number }>('GET', getTag.href({ tag: 'looms' }))).body.postCount, 0)
  }
  await t.turnOff('blog', 'feed')
  assert.deepEqual(await counts(), [])
  await t.turnOff()
  await t.runJob()
  assert.deepEqual((await counts()).slice(0, 2), [
    ['weaving', 4],
    ['looms', 2],
  ])
  await assertCounted(t.db)
})

test('withholds more posts than fit in a batch with further jobs, and then unhides all of them', async () => {
  const t = await start()
  const [id] = await t.publish(1)
  await run(t.db)`
    insert into posts (member_id, content, content_html, plain_text, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select member_id, content, content_html, plain_text, excerpt, reading_minutes, category_id, is_long_form,
      created_at - n * interval '1 minute'
    from posts cross join generate_series(1, 500) n where id = ${id!}`
  await run(t.db)`update post_totals set total = total + 500 where total > 0`
  await t.turnOff('feed')
  assert.deepEqual(await t.jobs(), [{ key: 'posts.apply-sections' }])
  await run(t.db)`select graphile_worker.remove_job('posts.apply-sections')`
  await t.runJob()
  const rows = await withheld(t.db)
  assert.deepEqual([rows.length, rows.includes(id!), (await t.jobs()).length], [500, true, 1])
  await t.runJob()
  assert.equal((await withheld(t.db)).length, 501)
  await assertCounted(t.db)
  await t.turnOff()
  for (let batch = 1; batch <= 2; batch++) await t.runJob()
  assert.deepEqual([await withheld(t.db), (await t.list('')).total], [[], 501])
  await assertCounted(t.db)
})

test('continues after a crash in the middle of a batch', async () => {
  const t = await start()
  const ids = await t.publish(7)
  await t.turnOff('feed')
  const crash = new Error('crash')
  await inTransaction(t.db, (tx) => applySection(tx, 'feed', 3))
  const crashing = inTransaction(t.db, async (tx) => {
    await applySection(tx, 'feed', 3)
    throw crash
  })
  await assert.rejects(crashing, crash)
  assert.deepEqual(await withheld(t.db), ids.slice(-3))
  await assertCounted(t.db)
  await t.runJob()
  assert.deepEqual(await withheld(t.db), ids)
  await t.runJob() // the job had ended, but its process crashed before it could report that
  await assertCounted(t.db)
})

test('follows the settings when a section is turned on again before all posts are withheld, and off again', async () => {
  const t = await start()
  await t.publish(7)
  await t.turnOff('feed')
  await inTransaction(t.db, (tx) => applySection(tx, 'feed', 3))
  await t.turnOff()
  assert.equal((await t.jobs()).length, 1)
  await inTransaction(t.db, (tx) => applySection(tx, 'feed', 2))
  assert.deepEqual([(await withheld(t.db)).length, (await t.list('')).total], [1, 6])
  await t.turnOff('feed')
  await t.turnOff()
  await t.runJob()
  assert.deepEqual([await withheld(t.db), (await t.list('')).total], [[], 7])
  await assertCounted(t.db)
})

test('withholds each post once when two processes apply the settings at the same time', async () => {
  const t = await start()
  const ids = await t.publish(20)
  const other = await anotherProcess()
  try {
    await t.turnOff('feed')
    await Promise.all([applyAll(t.db), applyAll(other), applyAll(t.db)])
    await t.runJob()
    assert.deepEqual(await withheld(t.db), ids)
    await assertCounted(t.db)
    const toggling = (async () => {
      for (const sections of [[], ['feed'], [], ['feed'], []] as Section[][]) await t.turnOff(...sections)
    })()
    await Promise.all([toggling, applyAll(t.db), applyAll(other)])
    await Promise.all([applyAll(t.db), applyAll(other)])
    await t.runJob()
    assert.deepEqual(await withheld(t.db), [])
    await assertCounted(t.db)
  } finally {
    await other.destroy()
  }
})

test('lets members publish and like while a batch is being applied', async () => {
  const t = await start()
  await t.publish(4)
  const { body: long } = await t.alice<Post>('POST', publishPost.path, { ...article, tags: ['other'] })
  await t.turnOff('feed')
  await inTransaction(t.db, async (tx) => {
    await applySection(tx, 'feed', 3)
    const { status } = await t.bob('POST', publishPost.path, { ...article, tags: ['new'] })
    assert.deepEqual([status, (await t.bob('POST', likePost.href({ id: long.id }))).status], [201, 200])
  })
  await assertCounted(t.db)
})

test('unhides a reinstated member’s posts if their section is turned on at the same time', async () => {
  const t = await start()
  const ids = await t.publish(2)
  const memberId = t.members.alice.id
  const setStanding = (db: Db, standing: string) =>
    run(db)`update all_members set standing = ${standing} where id = ${memberId}`
  await inTransaction(t.db, async (tx) => {
    await setStanding(tx, 'suspended')
    await hidePostsOf(tx, memberId)
  })
  await t.turnOff('feed')
  let turningOn: Promise<void> | undefined
  await inTransaction(t.db, async (tx) => {
    await setStanding(tx, 'present')
    assert.equal(await unhidePostsOf(tx, memberId), 0)
    turningOn = t.turnOff()
    await untilBlocked(t.db)
    assert.deepEqual(await withheld(t.db), ids)
  })
  await turningOn
  await t.runJob()
  assert.deepEqual(await withheld(t.db), [])
})
