import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { deletePost } from '#features/writing/posts/posts.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { getNotificationSettings, saveNotificationSettings } from './notification-settings.contract.ts'
import { sentenceOf } from './notification-words.contract.ts'
import {
  type NotificationKind,
  NotificationList,
  getNotifications,
  markNotificationsRead,
} from './notifications.contract.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { sweepNotifications } from './notifications.store.ts'
import { getUnreadCount } from './unread.contract.ts'

const castNotified = () =>
  cast([...notificationRoutes, ...likeRoutes, ...followRoutes, ...postRoutes], { mailer: null })
type Cast = Awaited<ReturnType<typeof castNotified>>

const listOf = async (who: Cast['bob'], query = '') =>
  NotificationList.parse((await who('GET', `${getNotifications.path}${query}`)).body)
const sentences = async (who: Cast['bob']) => (await listOf(who)).notifications.map((entry) => sentenceOf(entry))
const unread = async (who: Cast['bob']) => (await who<{ count: number }>('GET', getUnreadCount.path)).body.count

/** The arguments to the SQL function that the triggers call. */
interface Event {
  memberId: number
  kind: NotificationKind
  postId: number
  sourceId: number
  actorId?: number
  name?: string
}
const notify = ({ db }: Cast, { memberId, kind, postId, sourceId, actorId, name }: Event) => run(db)`
  select notification_tell(${memberId}::int, ${kind}::text, ${postId}::int, ${sourceId}::int, ${actorId ?? null}::int,
    ${name ?? null}::text)`
const withdraw = ({ db }: Cast, { memberId, kind, postId, sourceId }: Event) => run(db)`
  select notification_take_back(${memberId}::int, ${kind}::text, ${postId}::int, ${sourceId}::int)`

/** Creates members outside the cast. */
const crowd = ({ db }: Cast, count: number) => many<{ id: number }>(db)`
  insert into members (issuer, subject, username, display_name)
  select 'test', 'c' || n, 'crowd' || n, 'Crowd ' || n from generate_series(1, ${count}::int) n returning id`
const likeAs = ({ db }: Cast, postId: number, memberId: number) => run(db)`
  insert into likes (post_id, member_id) values (${postId}, ${memberId})`

/** Returns the rows whose stored counts are wrong. */
const wrongCounts = async ({ db }: Cast) => [
  ...(await many(db)`select member_id from notification_counts c where
    total <> (select count(*) from notifications n where n.member_id = c.member_id)
    or unread <> (select count(*) from notifications n where n.member_id = c.member_id and read_at is null)`),
  ...(await many(db)`select id from notifications n
    where event_count <> (select count(*) from notification_events e where e.notification_id = n.id)`),
]

test('groups unread likes on a post, naming the latest and counting the rest', async () => {
  const t = await castNotified()
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  assert.deepEqual(await sentences(t.alice), ['Bob Baker liked “Lambda”'])
  await t.admin('POST', likePost.href({ id: post }))
  assert.deepEqual(await sentences(t.alice), ['Ada Admin and Bob Baker liked “Lambda”'])
  for (const { id } of await crowd(t, 12)) await likeAs(t, post, id)
  assert.deepEqual(await sentences(t.alice), ['Crowd 12, Crowd 11, and 12 others liked “Lambda”'])
  assert.equal(await unread(t.alice), 1)
  assert.deepEqual(await wrongCounts(t), [])
})

test('groups follows, lists likes on each post separately, and paginates notifications newest first', async () => {
  const t = await castNotified()
  const [first, second] = [await t.postBy('alice', 'First'), await t.postBy('alice', 'Second')]
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.bob('POST', likePost.href({ id: first }))
  await t.bob('POST', likePost.href({ id: second }))
  await t.admin('POST', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await sentences(t.alice), [
    'Ada Admin and Bob Baker followed you',
    'Bob Baker liked “Second”',
    'Bob Baker liked “First”',
  ])
  await run(t.db)`update notifications set placed_at = updated_at`
  const page = await listOf(t.alice, '?page=2&limit=2')
  assert.deepEqual(
    [page.notifications.length, page.unread, page.page, page.totalPages, page.total, page.notifications[0]!.post?.id],
    [1, 3, 2, 2, 3, first],
  )
  assert.deepEqual((await listOf(t.alice, '?page=9')).notifications, [])
  assert.equal((await t.alice('GET', `${getNotifications.path}?page=0`)).status, 400)
})

test('uses the first words of an untitled post as its title', async () => {
  const t = await castNotified()
  await t.bob('POST', likePost.href({ id: await t.postBy('alice', 'seven words that go on for long '.repeat(9)) }))
  const [sentence] = await sentences(t.alice)
  assert.match(sentence!, /^Bob Baker liked “seven words .* go on…”$/)
})

test('does not notify members about their own actions', async () => {
  const t = await castNotified()
  await t.alice('POST', likePost.href({ id: await t.postBy('alice') }))
  assert.deepEqual(await listOf(t.alice), { notifications: [], unread: 0, page: 1, totalPages: 0, total: 0 })
})

test('removes the unread notification about a withdrawn like, and notifies once about repeated likes', async () => {
  const t = await castNotified()
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  await t.admin('POST', likePost.href({ id: post }))
  await t.bob('DELETE', likePost.href({ id: post }))
  assert.deepEqual(await sentences(t.alice), ['Ada Admin liked “Lambda”'])
  await t.admin('DELETE', likePost.href({ id: post }))
  assert.deepEqual([await sentences(t.alice), await unread(t.alice)], [[], 0])
  for (const method of ['POST', 'DELETE', 'POST'] as const) await t.bob(method, likePost.href({ id: post }))
  assert.deepEqual([await sentences(t.alice), await unread(t.alice)], [['Bob Baker liked “Lambda”'], 1])

  await t.alice('POST', markNotificationsRead.path, { all: true })
  for (const method of ['DELETE', 'POST'] as const) await t.bob(method, likePost.href({ id: post }))
  assert.deepEqual([await sentences(t.alice), await unread(t.alice)], [['Bob Baker liked “Lambda”'], 0])
  await t.admin('POST', likePost.href({ id: post }))
  assert.deepEqual(await sentences(t.alice), ['Ada Admin liked “Lambda”', 'Bob Baker liked “Lambda”'])
  assert.deepEqual(await wrongCounts(t), [])
})

test('removes a follow notification when the follower unfollows', async () => {
  const t = await castNotified()
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.bob('DELETE', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual([await sentences(t.alice), await unread(t.alice)], [[], 0])
})

test('keeps counts correct under concurrent likes, unlikes, and reads', async () => {
  const t = await castNotified()
  const post = await t.postBy('alice', 'Lambda')
  const members = await crowd(t, 20)
  await Promise.all(members.map(({ id }) => likeAs(t, post, id)))
  const { notifications } = await listOf(t.alice)
  assert.deepEqual(
    notifications.map(({ count }) => count),
    [20],
  )
  const unlike = (memberId: number) => run(t.db)`delete from likes where post_id = ${post} and member_id = ${memberId}`
  await Promise.all([
    ...members.slice(0, 10).map(({ id }) => unlike(id)),
    ...Array.from({ length: 5 }, () => t.alice('POST', markNotificationsRead.path, { all: true })),
    ...Array.from({ length: 10 }, () => t.bob('POST', likePost.href({ id: post }))),
    t.admin('POST', likePost.href({ id: post })),
    t.bob('DELETE', likePost.href({ id: post })),
  ])
  assert.deepEqual(await wrongCounts(t), [])
  assert.ok((await unread(t.alice)) <= 1)
  assert.deepEqual(t.logged, [])
})

test('marks only the member’s own notifications as read, by ID, up to a point in time, or all at once', async () => {
  const t = await castNotified()
  const posts = [await t.postBy('alice', 'A'), await t.postBy('alice', 'B'), await t.postBy('alice', 'C')]
  for (const post of posts) await t.bob('POST', likePost.href({ id: post }))
  await run(t.db)`update notifications set updated_at = updated_at - interval '1 minute' + id * interval '1 second'`
  const [c, b, a] = (await listOf(t.alice)).notifications
  const mark = async (who: Cast['bob'], body: unknown) => (await who('POST', markNotificationsRead.path, body)).body
  assert.deepEqual(await mark(t.bob, { ids: [a!.id, b!.id] }), { unread: 0 })
  assert.equal(await unread(t.alice), 3)
  assert.deepEqual(await mark(t.alice, { ids: [c!.id] }), { unread: 2 })
  assert.deepEqual(await mark(t.alice, { ids: [c!.id, 404_404] }), { unread: 2 })
  assert.deepEqual(await mark(t.alice, { upTo: a!.updatedAt }), { unread: 1 })
  await t.admin('POST', likePost.href({ id: posts[1]! }))
  assert.deepEqual(await mark(t.alice, { ids: [b!.id], upTo: b!.updatedAt }), { unread: 1 }, 'updated after upTo')
  assert.deepEqual(await mark(t.alice, { all: true }), { unread: 0 })
  assert.deepEqual(
    (await listOf(t.alice)).notifications.map(({ isRead }) => isRead),
    [true, true, true],
  )
  assert.deepEqual(await wrongCounts(t), [])
})

test('rejects visitors and invalid input without logging errors', async () => {
  const t = await castNotified()
  for (const path of [getNotifications.path, getUnreadCount.path, getNotificationSettings.path])
    assert.equal((await t.stranger('GET', path)).status, 401)
  assert.equal((await t.stranger('POST', markNotificationsRead.path, { all: true })).status, 401)
  assert.equal((await t.stranger('PUT', saveNotificationSettings.path, { muted: [], emailed: [] })).status, 401)
  for (const body of [{}, { ids: 'all' }, { ids: [0] }, { upTo: 'now' }, { ids: Array(101).fill(1) }, []])
    assert.equal((await t.bob('POST', markNotificationsRead.path, body)).status, 400, JSON.stringify(body))
  // PostgreSQL has no year 0, and this page number exceeds 32 bits when multiplied.
  assert.equal((await t.bob('POST', markNotificationsRead.path, { upTo: '0000-01-01T00:00:00Z' })).status, 200)
  assert.equal((await t.bob('GET', `${getNotifications.path}?page=1000000000&limit=100`)).status, 200)
  for (const body of [{}, { muted: ['x'], emailed: [] }, { muted: [], emailed: 'like' }])
    assert.equal((await t.bob('PUT', saveNotificationSettings.path, body)).status, 400, JSON.stringify(body))
  assert.deepEqual(t.logged, [])
})

test('does not send notification types that the member has turned off', async () => {
  const t = await castNotified()
  const post = await t.postBy('alice', 'Lambda')
  const choices = { muted: ['like'], emailed: ['follow'] }
  for (let time = 0; time < 2; time++) {
    const { body } = await t.alice('PUT', saveNotificationSettings.path, choices)
    assert.deepEqual(body, { ...choices, silent: [], address: null, noMail: 'no_mail_server' })
  }
  await t.bob('POST', likePost.href({ id: post }))
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await sentences(t.alice), ['Bob Baker followed you'])
  assert.deepEqual((await t.bob('GET', getNotificationSettings.path)).body, {
    muted: [],
    emailed: [],
    silent: [],
    address: null,
    noMail: 'no_mail_server',
  })
})

test('does not notify about muted members’ actions', async () => {
  const t = await castNotified()
  const { alice, bob } = t.members
  await run(t.db)`insert into mutes (member_id, muted_id) values (${alice.id}, ${bob.id})`
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  await t.admin('POST', likePost.href({ id: post }))
  assert.deepEqual(await sentences(t.alice), ['Ada Admin liked “Lambda”'])
})

test('deletes notifications along with their post, and does not link to a hidden post', async () => {
  const t = await castNotified()
  const [gone, hidden] = [await t.postBy('alice', 'Gone'), await t.postBy('alice', 'Hidden')]
  for (const post of [gone, hidden]) {
    await t.bob('POST', likePost.href({ id: post }))
    await t.admin('POST', likePost.href({ id: post }))
  }
  assert.equal((await t.alice('DELETE', deletePost.href({ id: gone }))).status, 204)
  await run(t.db)`update all_posts set is_withheld = true where id = ${hidden}`
  assert.deepEqual(await sentences(t.alice), ['Ada Admin and Bob Baker liked a post that is no longer available'])
  assert.equal((await listOf(t.alice)).notifications[0]!.post, null)
  assert.deepEqual([await unread(t.alice), await wrongCounts(t)], [1, []])
})

test('counts deleted members without naming them, until their rows are deleted', async () => {
  const t = await castNotified()
  const post = await t.postBy('alice', 'Lambda')
  await t.bob('POST', likePost.href({ id: post }))
  await t.admin('POST', likePost.href({ id: post }))
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await notify(t, {
    memberId: t.members.alice.id,
    kind: 'comment',
    postId: post,
    sourceId: 1,
    actorId: t.members.bob.id,
    name: 'Bob',
  })
  await run(t.db)`update all_members set standing = 'departed' where id = ${t.members.bob.id}`
  assert.deepEqual((await sentences(t.alice)).toSorted(), [
    'Ada Admin and 1 other liked “Lambda”',
    'Someone commented on “Lambda”',
    'Someone followed you',
  ])
  await withdraw(t, { memberId: t.members.alice.id, kind: 'comment', postId: post, sourceId: 1 })

  await notify(t, { memberId: t.members.bob.id, kind: 'reply', postId: post, sourceId: 1, name: 'Zoe' })
  await run(t.db)`with ended as (delete from follows) delete from likes where member_id = ${t.members.bob.id}`
  await run(t.db)`delete from all_members where id = ${t.members.bob.id}`
  assert.deepEqual([await sentences(t.alice), await wrongCounts(t)], [['Ada Admin liked “Lambda”'], []])
})

test('notifies once about each comment, mention, and reply by members and by people on other sites', async () => {
  const t = await castNotified()
  const { alice, bob } = t.members
  const postId = await t.postBy('alice', 'Lambda')
  const about = { memberId: alice.id, postId }
  const comment = { ...about, kind: 'comment', sourceId: 1, actorId: bob.id } as const
  await notify(t, comment)
  assert.deepEqual(await sentences(t.alice), ['Bob Baker commented on “Lambda”'])
  await notify(t, { ...about, kind: 'comment', sourceId: 2, name: 'Zoe' })
  await notify(t, { ...about, kind: 'comment', sourceId: 3, actorId: bob.id })
  await notify(t, { ...about, kind: 'comment', sourceId: 4, actorId: alice.id })
  await notify(t, { ...about, kind: 'mention', sourceId: 1, name: 'Elsewhere' })
  await notify(t, { ...about, kind: 'reply', sourceId: 2, name: 'Zoe' })
  assert.deepEqual((await sentences(t.alice)).toSorted(), [
    '3 new comments on “Lambda”, the latest by Bob Baker and Zoe',
    'Elsewhere mentioned “Lambda”',
    'Zoe replied to you on “Lambda”',
  ])
  await withdraw(t, comment)
  await withdraw(t, comment)
  assert.ok((await sentences(t.alice)).includes('2 new comments on “Lambda”, the latest by Bob Baker and Zoe'))
  await Promise.all(Array.from({ length: 20 }, () => notify(t, { ...comment, sourceId: 9 })))
  assert.equal((await listOf(t.alice)).notifications.find(({ kind }) => kind === 'comment')?.count, 3)
  assert.deepEqual(await wrongCounts(t), [])
})

test('deletes notifications read more than a year ago and keeps unread notifications', async () => {
  const t = await castNotified()
  const [old, young] = [await t.postBy('alice', 'Old'), await t.postBy('alice', 'Young')]
  await t.bob('POST', likePost.href({ id: old }))
  await t.alice('POST', markNotificationsRead.path, { all: true })
  await run(t.db)`update notifications set read_at = now() - interval '366 days'`
  await t.bob('POST', likePost.href({ id: young }))
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.alice('POST', markNotificationsRead.path, { ids: [(await listOf(t.alice)).notifications[1]!.id] })
  await run(t.db)`update notifications set updated_at = now() - interval '3 years' where read_at is null`
  assert.equal(await sweepNotifications(t.db), 1)
  assert.deepEqual(await sentences(t.alice), ['Bob Baker liked “Young”', 'Bob Baker followed you'])
  assert.deepEqual(await wrongCounts(t), [])
  assert.equal((await one<{ left: number }>(t.db)`select count(*) as left from notification_events`)!.left, 2)
})
