import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { open, type Cast, visitor, textsFor } from '#tests/support/commenting.ts'
import { createComment } from './comments.contract.ts'
import { commentRoutes } from './comments.routes.ts'

const form = (t: Cast, postId: number, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  t.app.request(createComment.href({ id: postId }), {
    method: 'POST',
    headers: { host: 'devstead.test', origin: 'http://devstead.test', ...headers },
    body: new URLSearchParams(fields),
  })

test('accepts a form submitted without scripts and redirects to the post', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const answer = await form(t, postId, visitor)
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/post/${postId}?comment=sent#comments`])
  assert.deepEqual(t.announced(), [])
  assert.deepEqual(await textsFor(t, 'alice', postId, '?status=pending'), ['Well **said**'])
})

test('redisplays a rejected form with its input escaped', async () => {
  const t = await cast([...postRoutes, ...commentRoutes], {
    site: { name: 'Here', ownerUsername: null, canSendEmail: true },
  })
  const postId = await t.postBy('alice')
  const content = '</textarea><script>alert(1)</script> "Well" & <b>said</b>'
  const answer = await form(t, postId, { authorName: '', authorUrl: 'x" onfocus="alert(1)', content })
  const page = await answer.text()
  assert.equal(answer.status, 400)
  assert.match(page, /<li>Name is required<\/li><li>Website must be a URL<\/li>/)
  assert.match(
    page,
    /&lt;\/textarea&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;Well&quot; &amp; &lt;b&gt;said&lt;\/b&gt;/,
  )
  assert.doesNotMatch(page, /<script|onfocus="/)
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
})

test('redisplays the form with its input if the comment is rate limited, too long, or on a missing post', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const long = await form(t, postId, { ...visitor, content: 'é'.repeat(20_000) })
  assert.equal(long.status, 400)
  assert.match(await long.text(), /<li>Comment must be at most 5,000 characters<\/li>[^]*>\né{20000}<\/textarea>/)
  assert.equal((await form(t, 404, visitor)).status, 404)
  for (let time = 0; time < 3; time++) assert.equal((await form(t, postId, visitor)).status, 303)
  const fields = { authorName: 'Vera', authorUrl: 'https://vera.example/', content: 'All of **this**' }
  const busy = await form(t, postId, fields)
  assert.equal(busy.status, 429)
  assert.ok(Number(busy.headers.get('retry-after')) >= 1)
  const page = await busy.text()
  assert.match(page, /<li>Too many requests\. Try again in \d+ seconds?\.<\/li>/)
  assert.match(page, /value="Vera"[^]*value="https:\/\/vera\.example\/"[^]*>\nAll of \*\*this\*\*<\/textarea>/)
})

test('accepts a form from this site through a proxy with another host name', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  assert.equal((await form(t, postId, visitor, { host: '10.0.0.7:3000' })).status, 303)
})

test('rejects a form from another site or with an unknown origin', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  for (const origin of ['https://evil.example', 'null', ''])
    assert.equal((await form(t, postId, visitor, { origin })).status, 415, origin)
  assert.deepEqual(await many(t.db)`select from comments`, [])
})
