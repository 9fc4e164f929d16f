import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { findPostKey, sweepPostKeys } from './post-keys.store.ts'
import { deletePost, Post, publishPost, updatePost } from './posts.contract.ts'
import { NewPost } from './new-posts.contract.ts'
import { postRoutes } from './posts.routes.ts'
import { createPostOnce } from './posts.store.ts'

const key = 'a key of mine'

async function start() {
  const t = await cast(postRoutes)
  const post = async (name: Name, idempotencyKey: string, content = 'Hello') => {
    const headers = {
      authorization: `Bearer ${name}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    }
    const body = JSON.stringify({ content })
    const response = await t.app.request(publishPost.path, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  /** The number of posts in the table and the number in the totals. */
  const counts = () => many(t.db)`
    select (select count(*) from posts) as posts, (select sum(total) from post_totals) as counted`
  return { ...t, post, counts }
}

test('returns the original post in its current version when a key is reused', async () => {
  const t = await start()
  const first = await t.post('alice', key)
  assert.deepEqual(t.announced(), ['posts'])
  assert.deepEqual(await t.post('alice', key), first)
  assert.deepEqual([first.status, t.announced()], [201, []])
  const { id } = Post.parse(first.body)
  const edited = await t.alice('PATCH', updatePost.href({ id }), { content: 'Hello again' })
  assert.deepEqual(await t.post('alice', key, 'Something else'), { status: 201, body: edited.body })
  assert.deepEqual(await t.counts(), [{ posts: 1, counted: 1 }])
})

test('creates one post for ten concurrent requests, all of which return it', async () => {
  const t = await start()
  const answers = await Promise.all(Array.from({ length: 10 }, () => t.post('alice', key)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => Post.parse(body).id)).size, 1)
  assert.deepEqual(await t.counts(), [{ posts: 1, counted: 1 }])
  assert.deepEqual(t.logged, [])
})

test('inserts and counts the post only once if concurrent requests all see an unused key', async () => {
  const t = await start()
  const rendered = {
    text: 'x',
    html: '<p>Hello</p>',
    isTruncated: false,
    beginningHtml: null,
    excerpt200: 'Hello',
    readingMinutes: 1,
    language: null,
  }
  const input = NewPost.parse({ content: 'Hello' })
  const calls = Array.from({ length: 10 }, () => createPostOnce(t.db, t.members.alice, key, input, rendered))
  const posts = (await Promise.all(calls)).filter((post) => post !== null)
  assert.equal(posts.length, 1)
  assert.deepEqual(await findPostKey(t.db, t.members.alice.id, key), { postId: posts[0]!.id })
  assert.deepEqual(await t.counts(), [{ posts: 1, counted: 1 }])
})

test('scopes keys to a member, and creates a separate post for a different key', async () => {
  const t = await start()
  const answers = [await t.post('alice', key), await t.post('bob', key), await t.post('alice', `${key} too`)]
  const posts = answers.map(({ body }) => Post.parse(body))
  assert.deepEqual(
    posts.map(({ user }) => user.username),
    ['alice', 'bob', 'alice'],
  )
  assert.deepEqual(await t.counts(), [{ posts: 3, counted: 3 }])
})

test('returns 410 if the post was deleted, and does not create it again', async () => {
  const t = await start()
  const { id } = Post.parse((await t.post('alice', key)).body)
  await t.alice('DELETE', deletePost.href({ id }))
  assert.equal((await t.post('alice', key)).status, 410)
  assert.deepEqual(await t.counts(), [{ posts: 0, counted: 0 }])
})

test('rejects a key that is too short, too long, or not ASCII, and creates no post', async () => {
  const t = await start()
  for (const bad of ['', 'seven 7', 'x'.repeat(101), 'schlüssel', 'tab\there!']) {
    const { status, body } = await t.post('alice', bad)
    const message = 'Idempotency-Key must be 8 to 100 printable ASCII characters'
    assert.equal(status, 400, bad)
    assert.deepEqual((body as { issues: unknown }).issues, [{ path: 'Idempotency-Key', message }])
  }
  assert.equal((await t.post('alice', 'x'.repeat(8))).status, 201)
  assert.equal((await t.post('alice', '~'.repeat(100))).status, 201)
  assert.deepEqual(await t.counts(), [{ posts: 2, counted: 2 }])
})

test('does not use up the key when a post is rejected', async () => {
  const t = await start()
  assert.equal((await t.post('alice', key, ' ')).status, 400)
  assert.equal((await t.post('alice', key)).status, 201)
})

test('deletes keys after a week', async () => {
  const t = await start()
  for (const name of ['early key', 'later key']) await t.post('alice', name)
  await run(t.db)`update post_keys set created_at = now() - interval '7 days 1 minute' where key = 'early key'`
  assert.equal(await sweepPostKeys(t.db, Date.now()), 1)
  for (const name of ['early key', 'later key']) await t.post('alice', name)
  assert.deepEqual(await t.counts(), [{ posts: 3, counted: 3 }])
})
