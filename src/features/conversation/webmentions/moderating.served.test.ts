import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { jpeg } from '#tests/support/storage.ts'
import { mentioned } from '#tests/support/mentioning.ts'
import { patienceMs } from '#tests/support/patience.ts'

type Mentioned = Awaited<ReturnType<typeof mentioned>>

const by = (t: Mentioned, author: string, text = 'Well said') =>
  `<div class="h-entry"><a class="u-in-reply-to" href="${t.target}"></a>
    <a class="p-author h-card" href="${author}">Vera</a><p class="e-content">${text}</p></div>`

interface Queue {
  items: {
    id: number
    kind: string
    content: string
    authorPhoto: string | null
    mention: { type: string } | null
    post: { id: number } | null
  }[]
  counts: Record<string, number>
  total: number
}
const ask = async <T = Queue>(t: Mentioned, path: string, token = t.alice) =>
  (await (await t.call('GET', path, { token })).json()) as T
const queue = (t: Mentioned, query = '') => ask(t, `/api/admin/comments${query}`)
const count = async (t: Mentioned) => (await ask<{ count: number }>(t, '/api/admin/comments/pending-count')).count

test('lists and counts pending comments and webmentions together, newest first', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = by(t, '/vera', 'From elsewhere')
  const comment = (content: string) =>
    t.call('POST', `/api/posts/${t.postId}/comments`, { body: { authorName: 'Vera', content } })
  await comment('First')
  await t.mention('/a')
  await comment('Last')
  const { items, counts, total } = await queue(t)
  assert.deepEqual(
    items.map(({ kind, content }) => [kind, content]),
    [
      ['comment', 'Last'],
      ['webmention', 'From elsewhere'],
      ['comment', 'First'],
    ],
  )
  assert.deepEqual([counts['pending'], total, await count(t)], [3, 3, 3])
  assert.equal((await queue(t, '?search=elsewhere')).total, 1)
  assert.deepEqual(
    (await queue(t, '?limit=2&page=2')).items.map(({ content }) => content),
    ['First'],
  )
})

test('lets only moderators approve, hold, delete, and restore a mention, or mark it as spam', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = by(t, '/vera')
  await t.mention('/a')
  const [item] = (await queue(t)).items
  const path = `/api/admin/webmentions/${item!.id}`
  const bob = await t.register('bob')
  const patch = (body: object, token: string | null = t.alice) => t.call('PATCH', path, { token, body })
  assert.equal((await patch({ published: true }, null)).status, 401)
  assert.equal((await patch({ published: true }, bob)).status, 404)
  assert.equal((await t.call('DELETE', path, { token: bob })).status, 404)
  assert.equal((await patch({})).status, 400)
  t.announced()
  for (const id of ['0', 'x', '99999999999']) {
    const answer = await t.call('DELETE', `/api/admin/webmentions/${id}`, { token: t.alice })
    assert.equal(answer.status, 400, id)
  }
  const seen: number[] = []
  for (const body of [{ published: true }, { published: true }, { published: false }, { spam: true }]) {
    assert.equal((await patch(body)).status, 200)
    assert.deepEqual(t.announced(), ['posts', 'removals'])
    seen.push((await t.shown()).length)
  }
  assert.deepEqual(seen, [1, 1, 0, 0])
  const bulk = (action: string, token = t.alice) =>
    t.call('POST', '/api/admin/webmentions/bulk', { token, body: { ids: [item!.id], action } })
  assert.deepEqual(await (await bulk('approve', bob)).json(), { changed: 0 })
  assert.deepEqual(t.announced(), [])
  assert.deepEqual(await (await bulk('approve')).json(), { changed: 1 })
  assert.deepEqual(t.announced(), ['posts', 'removals'])
  assert.equal((await t.shown()).length, 1)
  assert.equal((await t.call('DELETE', path, { token: t.alice })).status, 204)
  assert.deepEqual(t.announced(), ['posts', 'removals'])
  assert.deepEqual([(await t.shown()).length, (await queue(t)).total], [0, 0])
  await t.mention('/a')
  assert.equal((await t.shown()).length, 0, 'a deleted mention stays deleted when it is sent again')
})

test('trusts an approved author when they mention the same member’s pages from the same site', async () => {
  const t = await mentioned()
  for (const path of ['/a', '/b', '/c', '/d']) t.other.pages[path] = by(t, path === '/c' ? '/mallory' : '/vera')
  t.announced()
  await t.mention('/a')
  await t.mention('/b')
  assert.deepEqual([(await t.shown()).length, t.announced()], [0, []])
  const [first] = (await queue(t)).items
  await t.call('PATCH', `/api/admin/webmentions/${first!.id}`, { token: t.alice, body: { published: true } })
  t.announced()
  assert.equal((await t.mention('/d')).state, 'verified')
  assert.deepEqual(t.announced(), ['posts', 'removals'])
  assert.equal((await t.mention('/c')).state, 'held')
  assert.deepEqual(t.announced(), [])
  assert.equal((await t.shown()).length, 2)
  // On another site, anyone may claim to be the author.
  const elsewhere = t.other.url.replace('127.0.0.1', 'localhost')
  t.other.pages['/e'] = by(t, `${t.other.url}/vera`)
  assert.equal((await t.mention(`${elsewhere}/e`)).state, 'held')
  // A different author needs approval again.
  t.other.pages['/d'] = by(t, '/mallory')
  assert.equal((await t.mention('/d')).state, 'held')
})

test('sends webmentions when a mention first appears, but not when its source is refetched', async () => {
  const t = await mentioned()
  let received = 0
  t.other.pages['/theirs'] = (answer) => void answer.setHeader('link', '</wm>; rel=webmention').end()
  t.other.pages['/wm'] = (answer) => {
    received++
    answer.writeHead(202).end()
  }
  const content = `[theirs](${t.other.url}/theirs)`
  await t.call('PATCH', `/api/posts/${t.postId}`, { token: t.alice, body: { content } })
  await vi.waitFor(async () => assert.equal((await sent())?.state, 'sent'), patienceMs)
  for (const path of ['/a', '/b']) t.other.pages[path] = by(t, '/vera')
  await t.mention('/a')
  assert.equal(await answers(), 0)
  const [item] = (await queue(t)).items
  const approve = () =>
    t.call('PATCH', `/api/admin/webmentions/${item!.id}`, { token: t.alice, body: { published: true } })
  await approve()
  assert.equal(await answers(), 1)
  await vi.waitFor(async () => assert.deepEqual(await sent(), { state: 'sent', round: 2 }), patienceMs)
  assert.equal(received, 2)
  await approve()
  t.other.pages['/a'] = by(t, '/vera', 'Said better')
  assert.equal((await t.mention('/a')).state, 'verified')
  assert.equal(await answers(), 0)
  assert.equal((await t.mention('/b')).state, 'verified')
  assert.equal(await answers(), 1)

  async function answers() {
    const row = await one<{ count: number }>(t.db)`
      select count(*)::int from graphile_worker.jobs where task_identifier = 'sent-webmentions.answered'`
    return row!.count
  }
  function sent() {
    return one<{ state: string; round: number }>(t.db)`select state, round from sent_webmentions`
  }
})

test('marks mentions from a blocked site as spam', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = by(t, '/vera')
  t.other.pages['/b'] = by(t, '/vera')
  await t.mention('/a')
  const [item] = (await queue(t)).items
  const block = (body: object) => t.call('POST', '/api/admin/blocks', { token: t.alice, body })
  assert.equal((await block({ webmentionId: item!.id, kind: 'member' })).status, 400)
  assert.equal((await block({ webmentionId: 999_999, kind: 'domain' })).status, 404)
  assert.equal((await block({ webmentionId: item!.id, kind: 'domain' })).status, 201)
  await t.mention('/b')
  assert.equal((await queue(t, '?status=spam')).total, 1)
})

test('holds mentions of profiles and the home page for moderation', async () => {
  const t = await mentioned()
  for (const [path, target] of [
    ['/a', 'http://devstead.test/profile/alice'],
    ['/b', 'http://devstead.test/'],
  ] as const) {
    t.other.pages[path] = `<a href="${target}">x</a>`
    assert.equal((await t.mention(path, target)).state, 'held')
  }
  const { items } = await queue(t)
  assert.deepEqual(
    items.map(({ post, mention }) => [post, mention?.type]),
    [
      [null, 'mention'],
      [null, 'mention'],
    ],
  )
})

test('notifies the post’s author once, when the mention is approved', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = by(t, '/vera')
  t.other.pages['/b'] = `<a href="${t.target}">x</a>`
  const kinds = async () =>
    (
      await many<{ kind: string; count: number }>(
        t.db,
      )`select kind, event_count as count from notifications order by kind`
    ).map(({ kind, count: events }) => `${kind} ${events}`)
  await t.mention('/a')
  await t.mention('/b')
  assert.deepEqual(await kinds(), [])
  await t.approveAll()
  await t.mention('/a')
  assert.deepEqual(await kinds(), ['comment 1', 'mention 1'])
  await run(t.db)`update webmentions set status = 'spam'`
  assert.deepEqual(await kinds(), [])
})

test('notifies members about approved mentions of their profiles, but no one about mentions of the home page', async () => {
  const t = await mentioned()
  for (const [path, target] of [
    ['/a', 'http://devstead.test/profile/alice'],
    ['/b', 'http://devstead.test/'],
  ] as const) {
    t.other.pages[path] =
      `<div class="h-entry"><a class="u-in-reply-to" href="${target}"></a><a class="p-author h-card" href="/v">Vera</a></div>`
    await t.mention(path, target)
  }
  interface Received {
    kind: string
    isAboutProfile: boolean
    actors: { name: string }[]
  }
  const received = async () => (await ask<{ notifications: Received[] }>(t, '/api/notifications')).notifications
  assert.deepEqual(await received(), [])
  await t.approveAll()
  await t.approveAll()
  const [entry, ...rest] = await received()
  assert.deepEqual(rest, [])
  assert.deepEqual([entry!.kind, entry!.isAboutProfile, entry!.actors[0]?.name], ['mention', true, 'Vera'])
  await run(t.db)`update webmentions set status = 'spam'`
  assert.deepEqual(await received(), [])
})

test('notifies a member about an approved mention of their project', async () => {
  const t = await mentioned()
  const project = { title: 'Ferry times', description: 'When the next ferry leaves.' }
  const made = await t.call('POST', '/api/projects', { token: t.alice, body: project })
  const { id } = (await made.json()) as { id: number }
  const target = `http://devstead.test/projects/${id}`
  t.other.pages['/a'] = `<div class="h-entry"><a href="${target}">Ferry times</a></div>`
  await t.mention('/a', target)
  const received = async () => (await ask<{ notifications: { kind: string }[] }>(t, '/api/notifications')).notifications
  assert.deepEqual(await received(), [])
  await t.approveAll()
  assert.deepEqual(
    (await received()).map(({ kind }) => kind),
    ['mention'],
  )
})

test('copies the author’s picture and reads the author’s name from their page', async () => {
  const t = await mentioned()
  const picture = await jpeg()
  t.other.pages['/me.jpg'] = (answer) => void answer.setHeader('content-type', 'image/jpeg').end(picture)
  t.other.pages['/vera'] =
    '<div class="h-card"><a class="u-url p-name" href="/vera">Vera</a><img class="u-photo" src="/me.jpg" alt=""></div>'
  t.other.pages['/a'] = `<div class="h-entry"><a class="u-author" href="/vera"></a>
    <a class="u-like-of" href="${t.target}"></a></div>`
  await t.mention('/a')
  await t.approveAll()
  const [like] = await t.shown()
  assert.deepEqual([like!['sourceAuthor'], like!['sourceAuthorUrl']], ['Vera', `${t.other.url}/vera`])
  assert.match(like!['sourceAuthorPhoto']!, /^\/webmention-photos\/[0-9a-f]{64}\.webp$/)
  const copy = await t.app.request(like!['sourceAuthorPhoto']!)
  assert.deepEqual([copy.status, copy.headers.get('content-type')], [200, 'image/webp'])
  assert.equal(
    Buffer.from(await copy.arrayBuffer())
      .subarray(8, 12)
      .toString(),
    'WEBP',
  )
  // Files that are not pictures are ignored.
  t.other.pages['/me.jpg'] = '<svg onload="alert(1)">'
  await t.mention('/a')
  assert.equal((await t.shown())[0]!['sourceAuthorPhoto'], null)
})

test('shows moderators everything that approval would publish: title, text, and picture', async () => {
  const t = await mentioned()
  const picture = await jpeg()
  t.other.pages['/me.jpg'] = (answer) => void answer.setHeader('content-type', 'image/jpeg').end(picture)
  t.other.pages['/a'] =
    `<div class="h-entry"><a class="u-in-reply-to" href="${t.target}"></a><h1 class="p-name">Loud</h1>
    <div class="p-author h-card"><b class="p-name">Vera</b><img class="u-photo" src="/me.jpg" alt=""></div>
    <p class="e-content">Quiet</p></div>`
  await t.mention('/a')
  const [waits] = (await queue(t)).items
  await t.approveAll()
  const [shown] = await t.shown()
  assert.deepEqual([shown!['sourceTitle'], shown!['sourceContent']], ['Loud', 'Quiet'])
  assert.match(waits!.authorPhoto ?? '', /^\/webmention-photos\//)
  assert.deepEqual([waits!.content, waits!.authorPhoto], ['Loud\n\nQuiet', shown!['sourceAuthorPhoto']])
})

test('does not fetch author pages or pictures from private networks', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = `<div class="h-entry"><a class="u-author" href="http://127.0.0.1:9/"></a>
    <div class="p-author h-card"><img class="u-photo" src="http://169.254.169.254/x.jpg" alt=""></div>
    <a class="u-like-of" href="${t.target}"></a></div>`
  assert.equal((await t.mention('/a')).state, 'held')
  assert.deepEqual(
    t.other.asked.map(({ url }) => url),
    ['/a'],
  )
})

test('schedules a refetch of the source in one week', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = by(t, '/vera')
  await t.mention('/a')
  const row = await one<{ days: number }>(t.db)`
    select extract(epoch from check_at - now())::float8 / 86400 as days from webmentions`
  assert.ok(row!.days > 5 && row!.days < 9, String(row!.days))
})
