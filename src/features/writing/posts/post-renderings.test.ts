import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { enqueueRenderings, renderingWorkers } from './post-renderings.ts'
import { saveRendering, listOutdatedPosts, listOutdatedVersions } from './post-renderings.store.ts'
import { Post, publishPost, updatePost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const english =
  'Today I learned how to avoid a deadlock: both transactions have to lock the same row before any other one.'

async function start() {
  const t = await cast(postRoutes)
  const logged: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const render = () => tasksOf(renderingWorkers, { ...t.ctx, log })['posts.render']!({})
  const publish = async (content: string) => Post.parse((await t.alice('POST', publishPost.path, { content })).body)
  /** Makes posts look as if an older renderer had rendered them. */
  const age = (version = renderVersion() - 1) => run(t.db)`
    update posts set render_version = ${version}, content_html = '<p>old</p>', plain_text = '', excerpt = 'old',
      reading_minutes = 9, detected_language = null`
  const rows = () => many<object>(t.db)`select * from posts order by id`
  const jobs = () => many<{ key: string }>(t.db)`
    select key from graphile_worker.jobs where task_identifier = 'posts.render'`
  return { ...t, logged, render, publish, age, rows, jobs }
}

test('re-renders only posts rendered by older or newer versions of the renderer', async () => {
  const t = await start()
  await t.publish('# A[^1]\n\n[^1]: note')
  const article = {
    title: 'An article',
    content: `# A\n\n${english} ${'And on. '.repeat(300)}`,
    isLongForm: true,
    categoryId: 1,
  }
  await t.alice('POST', publishPost.path, article)
  const fresh = await t.rows()
  assert.partialDeepStrictEqual(fresh, [{ detected_language: null }, { detected_language: 'en' }])
  t.announced()
  for (const version of [renderVersion() - 1, renderVersion() + 1]) {
    await t.age(version)
    await t.render()
    assert.deepEqual([await t.rows(), t.announced()], [fresh, ['posts']])
  }
  await t.render()
  assert.deepEqual(t.announced(), [])
})

test('re-renders revisions, and keeps revisions that can no longer be rendered', async () => {
  const t = await start()
  const { id } = await t.publish('# A[^1]\n\n[^1]: note')
  for (const content of ['**second**', 'third']) await t.alice('PATCH', updatePost.href({ id }), { content })
  const versions = () => many<object>(t.db)`select * from post_versions order by number`
  const fresh = await versions()
  assert.deepEqual(await listOutdatedVersions(t.db, 10), [])
  await run(t.db)`update post_versions set render_version = ${renderVersion() - 1}, content_html = '<p>old</p>'`
  await t.render()
  assert.deepEqual(await versions(), fresh)
  await run(t.db)`update post_versions set render_version = 0, content = ${'a|b\n-|-\n'.repeat(12_000)}`
  await t.render()
  assert.deepEqual(await listOutdatedVersions(t.db, 10), [])
  assert.equal(t.logged.length, 2)
})

test('does not overwrite a post that was changed in the meantime', async () => {
  const t = await start()
  const { id } = await t.publish('first')
  await t.age()
  const [outdated] = await listOutdatedPosts(t.db, 1)
  await t.alice('PATCH', updatePost.href({ id }), { content: 'second' })
  const changed = await t.rows()
  await saveRendering(t.db, outdated!, {
    html: '<p>first</p>',
    isTruncated: false,
    beginningHtml: null,
    text: 'first',
    excerpt200: 'first',
    readingMinutes: 1,
    language: null,
  })
  assert.deepEqual(await t.rows(), changed)
})

test('keeps the HTML of text that can no longer be rendered, and does not retry', async () => {
  const t = await start()
  const { id } = await t.publish('short')
  await t.age()
  await run(t.db)`update posts set content = ${'a|b\n-|-\n'.repeat(12_000)} where id = ${id}`
  const [before] = await t.rows()
  await t.render()
  assert.deepEqual(await t.rows(), [{ ...before, render_version: renderVersion() }])
  assert.equal(t.logged.length, 1)
  assert.deepEqual(await listOutdatedPosts(t.db, 1), [])
})

test('retries text that temporarily cannot be rendered', async () => {
  const t = await start()
  await t.publish('# A')
  const fresh = await t.rows()
  await t.age()
  const aged = await t.rows()
  const render = () => Promise.reject(new AppError('not_ready', 'Not now.'))
  await assert.rejects(
    tasksOf(renderingWorkers, { ...t.ctx, markdown: { ...t.ctx.markdown, render } })['posts.render']!({}),
    AppError,
  )
  assert.deepEqual(await t.rows(), aged)
  await t.render()
  assert.deepEqual(await t.rows(), fresh)
})

test('renders many posts in batches, one job at a time', async () => {
  const t = await start()
  await t.publish('*text*')
  await run(t.db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select member_id, content, '', '', 1, category_id, false from posts, generate_series(1, 149)`
  await t.render()
  assert.equal((await listOutdatedPosts(t.db, 1000)).length, 49)
  assert.equal((await t.jobs()).length, 1)
  await t.render()
  assert.deepEqual(await listOutdatedPosts(t.db, 1000), [])
  const [first, ...others] = await many(t.db)`select distinct content_html, plain_text from posts`
  assert.deepEqual([first, others], [{ content_html: '<p><em>text</em></p>\n', plain_text: 'text' }, []])
})

test('produces the same result from two concurrent processes, and adds one job for several requests', async () => {
  const t = await start()
  for (let count = 0; count < 20; count++) await t.publish(`**${count}**`)
  const fresh = await t.rows()
  await t.age()
  await Promise.all([t.render(), t.render(), t.render()])
  assert.deepEqual(await t.rows(), fresh)
  await Promise.all([enqueueRenderings(t), enqueueRenderings(t), enqueueRenderings(t)])
  assert.deepEqual(await t.jobs(), [{ key: 'posts.render' }])
})

test('uses an index to find outdated posts', async () => {
  const t = await start()
  await t.publish('text')
  await run(t.db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form,
      render_version)
    select member_id, content, '', '', 1, category_id, false, ${renderVersion()}
    from posts, generate_series(1, 20000)`
  await run(t.db)`analyze all_posts`
  const plan = await one<{ 'QUERY PLAN': unknown }>(t.db)`
    explain (format json) select id from all_posts
    where render_version < ${renderVersion()} or render_version > ${renderVersion()} limit 100`
  assert.match(JSON.stringify(plan), /posts_by_render_version/)
})
