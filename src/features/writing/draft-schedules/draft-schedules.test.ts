import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { deletePost, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { tooComplex } from '#features/writing/posts/new-posts.contract.ts'
import { draftImported } from '#features/writing/drafts/drafts.events.ts'
import { discardDraft, type DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import { key, article, tomorrow, berlin, start, jobs } from '#tests/support/scheduling.ts'
import { cancelSchedule, scheduleDraft, scheduleText, timeFault } from './draft-schedules.contract.ts'
import { getSchedule } from './schedule-state.contract.ts'

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
