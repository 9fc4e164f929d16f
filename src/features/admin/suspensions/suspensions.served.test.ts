import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { type ChatEntry, isDeletion, listChatEntries } from '#features/live/chat/chat.contract.ts'
import { getChatReplay } from '#features/live/chat/chat-replay.contract.ts'
import { listLatestMessages } from '#features/live/chat/chat.store.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { getRecording, listLivestreamRecordings } from '#features/live/livestreams/recordings.contract.ts'
import { reportPost } from '#features/admin/reports/reports.contract.ts'
import {
  Suspension,
  SuspensionList,
  liftSuspension,
  suspendMember,
  getSuspensions,
} from '#features/admin/suspensions/suspensions.contract.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { createSuspensions } from '#features/admin/suspensions/suspensions.ts'
import { words, site, type Site } from '#tests/support/suspending.ts'

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
