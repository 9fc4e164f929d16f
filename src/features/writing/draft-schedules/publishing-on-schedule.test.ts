import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { getPost, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { discardDraft, putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { key, article, start, type Refusal, jobs } from '#tests/support/scheduling.ts'
import { cancelSchedule } from './draft-schedules.contract.ts'
import { getSchedule } from './schedule-state.contract.ts'

test('publishes on schedule with tags, emits events, deletes the draft, and notifies the author', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.publishJob()
  assert.deepEqual([await t.posts(), (await t.drafts()).length], [[], 1])
  await t.arrive()
  const { at } = (await one<{ at: Date }>(t.db)`select publish_at as at from draft_schedules`)!
  t.announced()
  await t.publishJob()
  const [post] = await t.posts()
  assert.ok(post!.createdAt >= at)
  assert.deepEqual(t.announced(), ['posts'])
  const { body } = await t.stranger<Post>('GET', getPost.href({ id: post!.id }))
  assert.deepEqual(
    [body.title, body.tags, body.isLongForm, body.slug],
    ['On schedules', ['time'], true, 'on-schedules'],
  )
  const links = await many(t.db)`
    select from graphile_worker.jobs where task_identifier = 'sent-webmentions.look'`
  assert.equal(links.length, 1)
  assert.deepEqual(await t.drafts(), [])
  assert.deepEqual(await t.notifications(), ['Your scheduled article was published: “On schedules”'])
  for (const endpoint of [getSchedule, cancelSchedule]) {
    const refused = await t.alice<Refusal>(endpoint.method, endpoint.href({ key }))
    assert.deepEqual([refused.status, refused.body.postId], [410, post!.id])
  }
  assert.equal((await t.schedule()).status, 410)
})

test('publishes only once, no matter how many processes try at the same time', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  await Promise.all(Array.from({ length: 8 }, () => t.publishJob()))
  assert.equal((await t.posts()).length, 1)
  assert.equal((await t.notifications()).length, 1)
  assert.deepEqual(t.logged, [])
})

test('publishes only once when the author publishes at the same time', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  const publish = () =>
    t.app.request(publishPost.path, {
      method: 'POST',
      headers: { authorization: 'Bearer alice', 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...article, ...article.details, isLongForm: true }),
    })
  const [, , first, second] = await Promise.all([t.publishJob(), t.publishJob(), publish(), publish()])
  const [post] = await t.posts()
  const answers = (await Promise.all([first.json(), second.json()])) as Post[]
  assert.deepEqual([answers.map(({ id }) => id), (await t.posts()).length], [[post!.id, post!.id], 1])
})

test('includes a concurrent save in the published article, or rejects the save so that the author can keep the text', async () => {
  const t = await start()
  for (let round = 0; round < 10; round++) {
    await run(t.db)`delete from post_keys`
    await run(t.db)`delete from drafts`
    const { updatedAt } = await t.save({ title: `Round ${round}` })
    await t.schedule()
    await t.arrive()
    const [saved] = await Promise.all([
      t.alice('PUT', putDraft.href({ key }), { ...article, title: `Later ${round}`, updatedAt }),
      t.publishJob(),
    ])
    const { title } = (await one<{ title: string }>(t.db)`select title from posts order by id desc limit 1`)!
    assert.ok(saved.status === 200 || saved.status === 410, String(saved.status))
    assert.equal(title, saved.status === 200 ? `Later ${round}` : title)
    assert.deepEqual(await t.drafts(), [])
  }
})

test('publishes nothing once a schedule is canceled or postponed, or its draft is discarded', async () => {
  const t = await start()
  const { updatedAt } = await t.save()
  await t.schedule()
  await t.arrive()
  await t.alice('DELETE', cancelSchedule.href({ key }))
  await t.publishJob()
  await t.schedule()
  await t.publishJob()
  assert.deepEqual([await t.posts(), (await t.drafts())[0]!.updatedAt], [[], updatedAt])
  await t.alice('DELETE', discardDraft.href({ key }))
  await t.publishJob()
  assert.deepEqual(await t.posts(), [])
  assert.equal((await t.alice('GET', getSchedule.href({ key }))).status, 404)
})

test('keeps a draft that has become invalid, with the reason, until the author schedules it again', async () => {
  const t = await start()
  const { updatedAt } = await t.save()
  await t.schedule()
  const { updatedAt: then } = await t.save({ title: '', updatedAt })
  await t.arrive()
  await t.publishJob()
  assert.equal((await t.present())!.failure, 'Title is required for blog posts')
  assert.deepEqual([await t.posts(), (await t.drafts())[0]!.updatedAt], [[], then])
  assert.deepEqual(await t.notifications(), [
    'A scheduled article could not be published. Open your drafts to see why.',
  ])
  await t.publishJob()
  assert.equal((await t.notifications()).length, 1)
  await t.save({ updatedAt: then })
  assert.equal((await t.schedule()).body.failure, null)
  await t.arrive()
  await t.publishJob()
  assert.equal((await t.posts()).length, 1)
})

test('does not publish the drafts of a member who has become a reader', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  await run(t.db)`update all_members set role = 'reader' where id = ${t.members.alice.id}`
  await t.publishJob()
  assert.deepEqual(await t.posts(), [])
  assert.equal((await t.present())?.failure, cannotPublish())
})

test('does not publish a suspended member’s drafts', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.alice.id}`
  await t.publishJob()
  await run(t.db)`update all_members set standing = 'present' where id = ${t.members.alice.id}`
  assert.deepEqual(await t.posts(), [])
  assert.equal((await t.present())!.failure, 'This account has been suspended.')
})

test('retries after an unexpected failure, and gives up after the fifth failure', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  const render = t.ctx.markdown.render
  t.ctx.markdown.render = () => Promise.reject(new Error('out of memory'))
  for (let times = 1; times < 5; times++) await assert.rejects(t.publishJob(), /out of memory/)
  assert.equal((await t.present())!.failure, null)
  await t.publishJob()
  assert.match((await t.present())!.failure!, /Something went wrong/)
  t.ctx.markdown.render = () => Promise.reject(new AppError('not_ready', 'Later'))
  await t.schedule()
  t.ctx.markdown.render = render
  assert.equal((await t.posts()).length, 0)
})

test('publishes under a numbered slug if the chosen slug has been taken in the meantime', async () => {
  const t = await start()
  const details = { ...article.details, slug: 'wanted' }
  await t.save({ details })
  await t.schedule()
  await t.bob('POST', publishPost.path, { ...article, ...details, isLongForm: true })
  await t.arrive()
  await t.publishJob()
  assert.deepEqual(await many(t.db)`select slug from posts order by id`, [{ slug: 'wanted' }, { slug: 'wanted-2' }])
})

test('queues only due drafts in the sweep', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await run(t.db)`delete from graphile_worker._private_jobs`
  await t.tasks['draft-schedules.sweep']!({})
  assert.deepEqual(await jobs(t), [])
  await t.arrive()
  for (let times = 0; times < 2; times++) await t.tasks['draft-schedules.sweep']!({})
  assert.equal((await jobs(t)).length, 1)
  const runsAt = async () => (await jobs(t))[0]!.runAt.getTime()
  await run(t.db)`update graphile_worker._private_jobs set run_at = now() + interval '2 hours', attempts = 9`
  await t.tasks['draft-schedules.sweep']!({})
  assert.ok((await runsAt()) < Date.now() + 60_000)
  await run(t.db)`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead pool', run_at = now() + interval '2 hours'`
  await t.tasks['draft-schedules.sweep']!({})
  assert.equal((await jobs(t)).length, 1)
})
