import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { sentenceOf } from '#features/people/notifications/notification-words.contract.ts'
import { getNotifications, NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { notificationRoutes } from '#features/people/notifications/notifications.routes.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { deletePost, getPost, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { tooComplex } from '#features/writing/posts/new-posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { draftImported } from '#features/writing/drafts/drafts.events.ts'
import { draftRoutes } from '#features/writing/drafts/drafts.routes.ts'
import {
  discardDraft,
  Draft,
  type DraftInput,
  DraftList,
  type DraftSchedule,
  getDrafts,
  putDraft,
} from '#features/writing/drafts/drafts.contract.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { cancelSchedule, scheduleDraft, scheduleText, timeFault } from './draft-schedules.contract.ts'
import { getSchedule } from './schedule-state.contract.ts'
import { draftSchedulesFeature } from './draft-schedules.feature.ts'

const key = 'a'.repeat(32)
const article: DraftInput = {
  title: 'On schedules',
  content: `[It](https://elsewhere.example/) ${'is written. '.repeat(10)}`,
  categoryId: 1,
  details: { ...noDetails, tags: ['time'] },
  postId: null,
  baseUpdatedAt: null,
  updatedAt: null,
}
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const berlin = (publishAt = tomorrow()) => ({ publishAt, timeZone: 'Europe/Berlin' })

async function start() {
  const t = await cast([...draftRoutes, ...draftSchedulesFeature.routes, ...postRoutes, ...notificationRoutes])
  const save = async (part: Partial<DraftInput> = {}, name: Name = 'alice') => {
    const { status, body } = await t[name]('PUT', putDraft.href({ key }), { ...article, ...part })
    assert.equal(status, 200, JSON.stringify(body))
    return Draft.parse(body)
  }
  const schedule = (body: object = berlin(), name: Name = 'alice') =>
    t[name]<DraftSchedule & Refusal>('PUT', scheduleDraft.href({ key }), body)
  const present = async () => (await t.alice<DraftSchedule | null>('GET', getSchedule.href({ key }))).body
  /** Makes the schedule due, as if its time had come. */
  const arrive = () => run(t.db)`update draft_schedules set publish_at = now() - interval '1 minute'`
  const tasks = tasksOf(draftSchedulesFeature.workers, t.ctx)
  const publishJob = () => tasks['draft-schedules.publish']!({ memberId: t.members.alice.id, key })
  const posts = () => many<{ id: number; createdAt: Date }>(t.db)`select id, created_at as "createdAt" from posts`
  const drafts = async () => DraftList.parse((await t.alice('GET', getDrafts.path)).body).drafts
  const notifications = async () =>
    NotificationList.parse((await t.alice('GET', getNotifications.path)).body).notifications.map(sentenceOf)
  return { ...t, save, schedule, present, arrive, tasks, publishJob, posts, drafts, notifications }
}

interface Refusal {
  message: string
  issues?: { path: string; message: string }[]
  postId?: number | null
}

const jobs = ({ db }: { db: Parameters<typeof many>[0] }) => many<{ key: string; runAt: Date }>(db)`
  select key, run_at as "runAt" from graphile_worker.jobs where task_identifier = 'draft-schedules.publish'`

test('schedules, reschedules, and cancels a draft, idempotently', async () => {
  const t = await start()
  await t.save()
  assert.equal(await t.present(), null)
  const first = berlin()
  for (let times = 0; times < 2; times++) {
    const { status, body } = await t.schedule(first)
    assert.deepEqual([status, body], [200, { ...first, failure: null }])
  }
  assert.deepEqual((await t.drafts())[0]!.schedule, { ...first, failure: null })
  const later = { publishAt: new Date(Date.now() + 2 * 86_400_000).toISOString(), timeZone: 'Asia/Tokyo' }
  await t.schedule(later)
  assert.deepEqual(await t.present(), { ...later, failure: null })
  assert.deepEqual(
    (await jobs(t)).map(({ runAt }) => runAt.toISOString()),
    [later.publishAt],
  )
  for (let times = 0; times < 2; times++) {
    assert.equal((await t.alice('DELETE', cancelSchedule.href({ key }))).status, 204)
    assert.equal(await t.present(), null)
  }
})

test('accepts a time with an offset, and returns it in UTC', async () => {
  const t = await start()
  await t.save()
  const { body } = await t.schedule({ publishAt: '2030-07-01T09:00:00+02:00', timeZone: 'Europe/Berlin' })
  assert.equal(body.publishAt, '2030-07-01T07:00:00.000Z')
})

test('rejects times in the past or too far in the future, and unknown time zones', async () => {
  const t = await start()
  await t.save()
  const refused = async (part: object) => {
    const { status, body } = await t.schedule({ ...berlin(), ...part })
    return [status, body.issues?.map(({ path, message }) => `${path}: ${message}`)]
  }
  const passed = 'publishAt: This time has passed. Choose a time in the future.'
  assert.deepEqual(await refused({ publishAt: new Date(Date.now() - 1000).toISOString() }), [400, [passed]])
  assert.deepEqual(await refused({ publishAt: '2099-01-01T00:00:00Z' }), [
    400,
    ['publishAt: Choose a time within the next 5 years.'],
  ])
  assert.deepEqual(await refused({ publishAt: 'soon' }), [400, ['publishAt: publishAt must be an ISO 8601 time']])
  for (const timeZone of ['Mars/Olympus', '', 7]) {
    assert.deepEqual(await refused({ timeZone }), [400, ['timeZone: Choose a time zone']])
  }
})

test('rejects a draft that cannot be published, with errors by field', async () => {
  const t = await start()
  await t.save({ title: 'On', content: 'Short', categoryId: null })
  const { status, body } = await t.schedule()
  assert.deepEqual([status, body.issues?.map(({ path }) => path)], [400, ['title', 'content', 'categoryId']])
  assert.equal(await t.present(), null)
})

test('rejects an article with too many elements, a taken slug, and a draft of an existing article', async () => {
  const t = await start()
  const { updatedAt } = await t.save({ content: '```\n'.repeat(24_997) })
  assert.equal((await t.schedule()).body.message, tooComplex())
  const details = { ...article.details, slug: 'taken' }
  const { body: post } = await t.bob<Post>('POST', publishPost.path, {
    ...article,
    ...details,
    isLongForm: true,
  })
  await t.save({ details, updatedAt })
  assert.deepEqual(
    (await t.schedule()).body.issues?.map(({ path }) => path),
    ['slug'],
  )
  await run(t.db)`update drafts set post_id = ${post.id}`
  assert.equal((await t.schedule()).status, 409)
})

test('lets only the author create, see, and cancel a schedule', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  for (const [method, endpoint] of [
    ['GET', getSchedule],
    ['PUT', scheduleDraft],
    ['DELETE', cancelSchedule],
  ] as const) {
    const body = method === 'PUT' ? berlin() : undefined
    assert.equal((await t.stranger(method, endpoint.href({ key }), body)).status, 401)
    assert.equal((await t.admin(method, endpoint.href({ key }), body)).status, method === 'DELETE' ? 204 : 404)
    assert.equal((await t.alice(method, endpoint.href({ key: 'x' }), body)).status, 400)
  }
  assert.notEqual(await t.present(), null)
})

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

test('keeps an imported draft’s schedule, and shows the reason if the draft cannot be published', async () => {
  const t = await start()
  const emit = (input: DraftInput, publishAt: string) =>
    inTransaction(t.db, (db) =>
      t.ctx.emit(db, draftImported, {
        memberId: t.members.alice.id,
        key,
        input,
        updatedAt: null,
        schedule: { publishAt: new Date(publishAt), timeZone: 'Europe/Berlin' },
      }),
    )
  const time = tomorrow()
  await emit(article, time)
  assert.deepEqual([await t.present(), (await jobs(t)).length], [{ ...berlin(time), failure: null }, 1])
  await t.alice('DELETE', discardDraft.href({ key }))
  await emit({ ...article, title: '' }, time)
  assert.equal((await t.present())!.failure, 'Title is required for blog posts')
  await t.alice('DELETE', discardDraft.href({ key }))
  await emit(article, '2020-01-01T00:00:00Z')
  assert.equal(await t.present(), null)
})

test('returns 410 for a repeated publish request after the article was deleted, and creates no post', async () => {
  const t = await start()
  await t.save()
  await t.schedule()
  await t.arrive()
  await t.publishJob()
  const [post] = await t.posts()
  await t.alice('DELETE', deletePost.href({ id: post!.id }))
  const { status, body } = await t.schedule()
  assert.deepEqual([status, body.postId], [410, null])
})

test('formats a schedule in its time zone', () => {
  assert.equal(
    scheduleText({ publishAt: '2026-12-01T08:00:00.000Z', timeZone: 'Europe/Berlin' }),
    'Tue, Dec 1, 2026, 9:00 AM (Europe/Berlin)',
  )
  assert.equal(timeFault(new Date('2031-11-24T00:00:00Z'), new Date('2026-11-24T00:00:00Z')), null)
})
