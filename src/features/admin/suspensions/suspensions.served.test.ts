import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { type Db, inTransaction, many, one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { type ChatEntry, isDeletion, listChatEntries } from '#features/live/chat/chat.contract.ts'
import { getChatReplay } from '#features/live/chat/chat-replay.contract.ts'
import { listLatestMessages } from '#features/live/chat/chat.store.ts'
import { addComment, hideCommentsOf } from '#features/conversation/comments/comments.store.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { getRecording, listLivestreamRecordings } from '#features/live/livestreams/recordings.contract.ts'
import { createPost } from '#features/writing/posts/posts.store.ts'
import { hidePostsOf } from '#features/writing/posts/hidden-posts.store.ts'
import { suspendMember as setSuspended } from '#features/people/profiles/standing.store.ts'
import { reportPost } from '#features/admin/reports/reports.contract.ts'
import {
  Suspension,
  SuspensionList,
  liftSuspension,
  suspendMember,
  getSuspensions,
} from '#features/admin/suspensions/suspensions.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { untilBlocked } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { createSuspensions } from '#features/admin/suspensions/suspensions.ts'
import { renderedPost } from '#tests/support/rendered-post.ts'

const words = 'This account has been suspended. Reason: Sells shoes'

async function site() {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const [admin, alice, bob] = [await t.register('boss'), await t.register('alice'), await t.register('bob')]
  const read = async <Body>(method: string, path: string, token: string | null = null, body?: unknown) => {
    const answer = await t.call(method, path, { token, body })
    return { status: answer.status, body: (await answer.json().catch(() => null)) as Body }
  }
  const idOf = async (token: string) => (await read<{ id: number }>('GET', '/api/users/me', token)).body.id
  const ids = { boss: await idOf(admin), alice: await idOf(alice), bob: await idOf(bob) }
  const post = async (token: string, content: string) =>
    (await read<{ id: number }>('POST', '/api/posts', token, { content, categoryId: 1 })).body.id
  const suspend = (id = ids.alice, reason = 'Sells shoes') => read('PUT', suspendMember.href({ id }), admin, { reason })
  const lift = (id = ids.alice) => read('DELETE', liftSuspension.href({ id }), admin)
  return { ...t, admin, alice, bob, ids, read, post, suspend, lift }
}
type Site = Awaited<ReturnType<typeof site>>

/** For each page and call, returns whether it shows visitors anything about Alice or her post. */
async function foundOf(t: Site, postId: number): Promise<Record<string, boolean>> {
  const has = async (path: string) => {
    const answer = await t.call('GET', path)
    return answer.ok && /alice|barefoot|post\/1</i.test((await answer.text()).replace(path, ''))
  }
  const found: Record<string, boolean> = {}
  const places = [
    '/api/posts',
    '/api/posts?type=popular',
    '/api/posts?categoryId=1',
    `/api/posts/${postId}`,
    `/api/posts/${postId}/versions`,
    `/post/${postId}.md`,
    '/api/users',
    `/api/users/${t.ids.alice}`,
    '/api/users/by-username/alice',
    `/api/users/${t.ids.bob}/followers`,
    '/api/search?q=barefoot',
    '/api/search?q=alice',
    '/rss.xml',
    '/feed.json',
    '/atom.xml',
    '/profile/alice/rss.xml',
    '/sitemap.xml',
  ]
  for (const place of places) found[place] = await has(place)
  for (const card of [`/cards/post/${postId}.png`, '/cards/profile/alice.png'])
    found[card] = (await t.call('GET', card)).status === 200
  return found
}
const valuesOf = (found: Record<string, boolean>) => [...new Set(Object.values(found))]

test('immediately hides everything by a suspended member, and restores it when the suspension is lifted', async () => {
  const t = await site()
  const postId = await t.post(t.alice, 'alice sells barefoot shoes')
  await t.read('PATCH', `/api/posts/${postId}`, t.alice, { content: 'alice sells barefoot shoes!' })
  await t.read('POST', `/api/posts/${postId}/like`, t.bob)
  await t.read('POST', `/api/users/${t.ids.bob}/follow`, t.alice)
  const before = await foundOf(t, postId)
  assert.deepEqual(valuesOf(before), [true], JSON.stringify(before))
  t.announced()
  const suspended = await t.suspend()
  assert.deepEqual(t.announced(), ['members', 'posts', 'removals'])
  const { member, reason, suspendedBy } = Suspension.parse(suspended.body)
  assert.deepEqual([member.username, reason, suspendedBy?.username], ['alice', 'Sells shoes', 'boss'])
  const during = await foundOf(t, postId)
  assert.deepEqual(valuesOf(during), [false], JSON.stringify(during))
  assert.equal((await t.read('GET', `/api/posts/${postId}`)).status, 404)
  assert.equal((await t.read<{ total: number }>('GET', '/api/posts')).body.total, 0)
  assert.equal((await t.lift()).status, 204)
  assert.deepEqual(t.announced(), ['members', 'posts', 'removals'])
  assert.deepEqual(await foundOf(t, postId), before)
  assert.deepEqual(t.logged, [])
})

test('rejects a suspended member’s token immediately on /api, /auth, and /storage, and gives the reason', async () => {
  const t = await site()
  await t.suspend()
  for (const [method, path] of [
    ['GET', '/api/users/me'],
    ['GET', '/api/posts'],
    ['POST', '/api/posts'],
  ] as const) {
    const { status, body } = await t.read(method, path, t.alice, method === 'POST' ? { content: 'More' } : undefined)
    assert.deepEqual([status, (body as { code: string; message: string }).code], [403, 'suspended'])
    assert.equal((body as { message: string }).message, words)
  }
  const me = await t.read<{ message: string }>('GET', '/auth/v1/user', t.alice)
  assert.deepEqual([me.status, me.body.message ?? me.body], [403, me.body.message ?? me.body])
  assert.match(JSON.stringify(me.body), /Sells shoes/)
  const upload = new FormData()
  upload.append('', new Blob(['x']), 'x.png')
  const stored = await t.call('POST', '/storage/v1/object/post-images/x.png', { token: t.alice, body: upload })
  assert.ok([400, 401, 403].includes(stored.status), String(stored.status))
  assert.match(await stored.text(), /suspended|Unauthorized|Access/i)
  await t.lift()
  assert.equal((await t.read('GET', '/api/users/me', t.alice)).status, 200)
})

test('shows the reason only after the correct password is entered, and rejects token refreshes, account recovery, and password changes', async () => {
  const t = await site()
  const credentials = { email: 'alice@devstead.test', password: 'secret of alice' }
  const token = (grant: string, body: object) =>
    t.read<Record<string, string>>('POST', `/auth/v1/token?grant_type=${grant}`, null, body)
  const { refresh_token } = (await token('password', credentials)).body
  const { link } = (await t.read<{ link: string }>('POST', '/api/admin/recovery-links', t.admin, { username: 'alice' }))
    .body
  await t.suspend()
  const rejected = await token('password', credentials)
  assert.equal(rejected.status, 400)
  assert.equal(rejected.body['error_code'] ?? rejected.body['code'], 'user_banned')
  assert.equal(rejected.body['msg'] ?? rejected.body['message'], words)
  const wrong = await token('password', { ...credentials, password: 'a wrong one' })
  const unknown = await token('password', { email: 'nobody@devstead.test', password: 'a wrong one' })
  assert.deepEqual(wrong, unknown)
  assert.equal((await token('refresh_token', { refresh_token })).status, 400)
  const verify = { type: 'recovery', token_hash: new URL(link).searchParams.get('token_hash') }
  assert.equal((await t.read('POST', '/auth/v1/verify', null, verify)).status, 403)
  assert.equal((await t.read('PUT', '/auth/v1/user', t.alice, { password: 'another secret' })).status, 403)
  await t.lift()
  assert.equal((await token('password', credentials)).status, 200)
})

test('rejects a suspended member even if the sign-in provider does not, and restores a missing ban there', async () => {
  const t = await site()
  await t.suspend()
  await run(t.db)`update identity_users set banned_until = null`
  t.clock.now = () => Date.now() + 2000
  assert.equal((await t.read('GET', '/api/users/me', t.alice)).status, 403)
  await t.suspend()
  assert.ok(await one(t.db)`select from identity_users where banned_until is not null`)
})

test('lets only administrators suspend members, but not other administrators or unknown members', async () => {
  const t = await site()
  t.announced()
  for (const [token, status] of [
    [null, 401],
    [t.bob, 403],
  ] as const) {
    assert.equal((await t.read('PUT', suspendMember.href({ id: t.ids.alice }), token, { reason: 'x' })).status, status)
    assert.equal((await t.read('DELETE', liftSuspension.href({ id: t.ids.alice }), token)).status, status)
    assert.equal((await t.read('GET', getSuspensions.path, token)).status, status)
  }
  await run(t.db)`update members set role = 'admin' where id = ${t.ids.bob}`
  for (const id of [t.ids.boss, t.ids.bob]) {
    const { status, body } = await t.suspend(id)
    assert.deepEqual([status, (body as { message: string }).message], [403, 'An administrator cannot be suspended.'])
  }
  assert.equal((await t.suspend(404)).status, 404)
  assert.equal((await t.lift(404)).status, 404)
  for (const id of badIds)
    assert.equal((await t.read('PUT', `/api/admin/members/${id}/suspension`, t.admin, { reason: 'x' })).status, 400)
  for (const body of [...badBodies, {}, { reason: ' ' }, { reason: 'x'.repeat(501) }])
    assert.equal((await t.read('PUT', suspendMember.href({ id: t.ids.alice }), t.admin, body)).status, 400)
  assert.equal(await one(t.db)`select from suspensions`, null)
  assert.deepEqual([t.announced(), t.logged], [[], []])
})

test('updates the reason when a member is suspended again, and lists suspended members', async () => {
  const t = await site()
  await t.suspend()
  await t.suspend(t.ids.alice, 'Sells boots')
  await t.suspend(t.ids.bob)
  const { suspensions, total } = SuspensionList.parse((await t.read('GET', getSuspensions.path, t.admin)).body)
  assert.deepEqual(
    [total, suspensions.map(({ member, reason }) => [member.username, reason])],
    [
      2,
      [
        ['bob', 'Sells shoes'],
        ['alice', 'Sells boots'],
      ],
    ],
  )
  assert.deepEqual([(await t.lift()).status, (await t.lift()).status], [204, 204])
  const left = SuspensionList.parse((await t.read('GET', `${getSuspensions.path}?page=1`, t.admin)).body)
  assert.deepEqual(
    left.suspensions.map(({ member }) => member.username),
    ['bob'],
  )
})

test('closes all reports about a member’s posts when the member is suspended', async () => {
  const t = await site()
  const postId = await t.post(t.alice, 'Shoes')
  await t.read('POST', reportPost.href({ id: postId }), t.bob, { reason: 'spam' })
  await t.suspend()
  const list = (status: string) => t.read<{ total: number }>('GET', `/api/admin/reports?status=${status}`, t.admin)
  assert.deepEqual([(await list('open')).body.total, (await list('closed')).body.total], [0, 1])
})

/** Asserts that the stored counts are correct. @returns the number of posts */
async function assertCounts(t: Site) {
  const totals = await one<{ stored: number; actual: number }>(t.db)`
    select (select sum(total)::int from post_totals) as stored, (select count(*)::int from posts) as actual`
  assert.equal(totals!.stored, totals!.actual)
  const wrong = await many(t.db)`
    select post_id from like_counts join all_posts on id = post_id
    where like_count <> (select count(*) from likes where likes.post_id = all_posts.id)
      or like_counts.is_withheld <> all_posts.is_withheld`
  assert.deepEqual(wrong, [])
  return totals!.actual
}

test('hides everything and keeps all counts correct when writes race with a suspension', async () => {
  const t = await site()
  const bobs = await t.post(t.bob, 'Another member’s')
  for (let round = 0; round < 6; round++) {
    const posts = [await t.post(t.alice, 'One'), await t.post(t.alice, 'Two'), await t.post(t.alice, 'Three')]
    const busy = posts.flatMap((id, n) => [
      t.read('POST', '/api/posts', t.alice, { content: `New ${n}`, categoryId: n + 1 }),
      t.read('PATCH', `/api/posts/${id}`, t.alice, { content: `Changed ${n}`, categoryId: ((n + round) % 5) + 1 }),
      t.read('POST', `/api/posts/${id}/like`, t.bob),
      t.read('POST', `/api/posts/${id}/like`, t.alice),
      t.read('POST', reportPost.href({ id }), t.bob, { reason: 'spam' }),
      t.read('POST', `/api/posts/${bobs}/comments`, t.alice, { content: `Comment ${n}` }),
    ])
    const deleted = t.read('DELETE', `/api/posts/${posts[2]}`, t.admin)
    const answers = await Promise.all([...busy.slice(0, 8), t.suspend(), ...busy.slice(8), deleted])
    for (const { status, body } of answers) assert.ok(status < 500, JSON.stringify([body, t.logged]))
    assert.equal(await assertCounts(t), 1)
    assert.equal(await one(t.db)`select from all_comments where member_id = ${t.ids.alice} and not is_withheld`, null)
    await t.lift()
    const { total } = (await t.read<{ total: number }>('GET', `/api/users/${t.ids.alice}/posts`)).body
    assert.equal(await assertCounts(t), total + 1)
    for (const { id } of await many<{ id: number }>(t.db)`select id from posts where id <> ${bobs}`)
      await t.read('DELETE', `/api/posts/${id}`, t.admin)
  }
  assert.deepEqual(t.logged, [])
})

test('hides or rejects a post or comment that is created while its author is being suspended', async () => {
  const t = await site()
  const alice = { id: t.ids.alice, username: 'alice', role: 'member' } as const
  const write = (db: Db) => createPost(db, alice, { content: 'x', categoryId: 1 }, renderedPost)
  const postId = await t.post(t.bob, 'Bob’s')
  const said = {
    authorName: 'alice',
    authorUrl: '',
    content: 'x',
    contentHtml: 'x',
    source: null,
    doubts: [],
    sender: null,
  }
  const say = (db: Db) => addComment(db, { ...said, postId, parentId: null, memberId: alice.id, status: 'approved' })

  let suspended: Promise<unknown> = Promise.resolve()
  await inTransaction(t.db, async (db) => {
    await write(db)
    await say(db)
    suspended = t.suspend()
    await untilBlocked(t.db)
  })
  await suspended
  const seen = async () =>
    many(t.db)`select id from all_posts where member_id = ${alice.id} and not is_withheld
      union all select id from all_comments where member_id = ${alice.id} and not is_withheld`
  assert.deepEqual(await seen(), [])

  await t.lift()
  let late: Promise<unknown>[] = []
  await inTransaction(t.db, async (db) => {
    await setSuspended(db, alice.id, null)
    await hidePostsOf(db, alice.id)
    await hideCommentsOf(db, alice.id)
    late = [write(t.db).catch((reason: unknown) => reason), say(t.db)]
    await untilBlocked(t.db)
  })
  const [post, comment] = await Promise.all(late)
  assert.deepEqual([post instanceof AppError && post.code, comment], ['suspended', null])
  assert.deepEqual(await seen(), [])
  await assertCounts(t)
})

test('hides a suspended member’s chat messages, even in open chats, until the suspension is lifted', async () => {
  const t = await site()
  const stream = await t.read<{ id: number }>('POST', createLivestream.path, t.bob, { title: 'Pairing' })
  const path = listChatEntries.href(stream.body)
  const say = async (token: string, message: string) =>
    (await t.read<{ id: number }>('POST', path, token, { message })).body.id
  const [hers, his] = [await say(t.alice, 'Barefoot shoes'), await say(t.bob, 'Not here, please')]
  const entries = async (after = '') => {
    const { body } = await t.read<ChatEntry[]>('GET', path + after)
    return body.map((entry) => (isDeletion(entry) ? entry.deletedIds : entry.message))
  }
  const until = (wanted: unknown, after?: string) =>
    vi.waitFor(async () => assert.deepEqual(await entries(after), wanted), { timeout: patienceMs })
  await until(['Barefoot shoes', 'Not here, please'])
  await t.suspend()
  await until(['Not here, please'])
  await until([[hers]], `?after=${his}`)
  assert.equal((await t.read('POST', path, t.alice, { message: 'Still here' })).status, 403)
  await t.lift()
  assert.deepEqual(
    (await listLatestMessages(t.db, stream.body.id)).map(({ id }) => id),
    [hers, his],
  )
})

test('ends a suspended member’s broadcasts and hides their recordings', async () => {
  const t = await site()
  await t.read('POST', createLivestream.path, t.alice, { title: 'Barefoot' })
  await run(t.db)`insert into broadcast_recordings (recording_id, provider_id, started_at, seconds)
    select 'x', provider_id, now(), 60 from broadcasts`
  await run(t.db)`insert into livestream_recordings (livestream_id, recording_id, title, started_at, seconds)
    select id, 'x', 'Barefoot', now(), 60 from livestreams`
  const ids = (await one<{ id: number; recording: number }>(t.db)`
    select livestream_id as id, id as recording from livestream_recordings`)!
  const params = { id: ids.id, recordingId: ids.recording }
  const offered = () =>
    Promise.all(
      [listLivestreamRecordings, getRecording, getChatReplay].map(
        async ({ href }) => (await t.call('GET', href(params))).status,
      ),
    )
  assert.deepEqual(await offered(), [200, 200, 200])
  const watch = async () => (await t.call('GET', '/live/recordings/x/index.m3u8')).text()
  assert.equal(await watch(), 'This recording is not on this server.')
  await t.suspend()
  assert.equal(await watch(), 'There is no such recording.')
  assert.deepEqual(await offered(), [404, 404, 404])
  const state = () =>
    one(t.db)`select state, status from broadcasts join all_livestreams using (provider_id) where provider = 'embedded'`
  await vi.waitFor(async () => assert.deepEqual(await state(), { state: 'disabled', status: 'offline' }), {
    timeout: patienceMs,
  })
  await t.lift()
  assert.equal(await watch(), 'This recording is not on this server.')
  assert.deepEqual(await offered(), [200, 200, 200])
})

test('keeps the member, posts, and account consistent when suspensions and reinstatements are concurrent', async () => {
  const t = await site()
  await t.post(t.alice, 'One')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? t.suspend() : t.lift())))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 204]))
  const state = await one<{ member: boolean; row: boolean; posts: boolean; account: boolean }>(t.db)`
    select standing = 'suspended' as member, exists (select from suspensions) as row,
      (select is_withheld from all_posts) as posts, exists (select from identity_users where banned_until is not null) as account
    from all_members where id = ${t.ids.alice}`
  assert.equal(new Set(Object.values(state!)).size, 1, JSON.stringify(state))
  await assertCounts(t)
})

test('suspends the member even if the provider fails, and ignores a provider without a service key', async () => {
  const t = await site()
  const failing = (code: 'provider_failed' | 'not_ready') =>
    createSuspensions(() => ({
      ...t.ctx,
      identity: { ...t.ctx.identity, ban: () => Promise.reject(new AppError(code, 'Not now')) },
    }))
  const by = { adminId: t.ids.boss, reason: 'Sells shoes' }
  await assert.rejects(failing('provider_failed').suspend(t.ids.alice, by), { code: 'provider_failed' })
  assert.equal((await t.read('GET', '/api/users/me', t.alice)).status, 403)
  await assert.rejects(failing('provider_failed').lift(t.ids.alice, null), { code: 'provider_failed' })
  assert.equal((await t.read('GET', '/api/users/me', t.alice)).status, 200)
  assert.equal(await failing('not_ready').suspend(t.ids.alice, by), true)
  const rejected = await t.read<{ message: string }>('GET', '/api/users/me', t.alice)
  assert.deepEqual([rejected.status, rejected.body.message], [403, words])
  assert.equal(await failing('not_ready').suspend(404, by), false)
})
