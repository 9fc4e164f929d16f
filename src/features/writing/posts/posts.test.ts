import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import {
  deletePost,
  getPost,
  getPostSource,
  langOf,
  Post,
  previewPost,
  publishPost,
  updatePost,
} from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

type Cast = Awaited<ReturnType<typeof cast>>
interface Refusal {
  code: string
  message: string
  issues: { path: string; message: string }[]
}
const rowsOf = (t: Cast) => many(t.db)`select * from posts order by id`
const totalsOf = (t: Cast) => many<{ kind: boolean; category: number; total: number }>(t.db)`
  select is_long_form as kind, category_id as category, total from post_totals where total <> 0 order by 1, 2`
const article = {
  isLongForm: true,
  title: 'How it began',
  content: `It began with **one** post.\n\n${'And then another. '.repeat(30)}`,
  categoryId: 1,
}

test('lets a member publish a short post that everyone can read', async () => {
  const t = await cast(postRoutes)
  const content = '  Hello **world** 👩‍💻 <script>alert(1)</script>\r\n'
  const answer = await t.alice('POST', publishPost.path, { content, categoryId: 5, isLongForm: false })
  assert.deepEqual([answer.status, t.announced()], [201, ['posts']])
  const post = Post.parse(answer.body)
  assert.deepEqual(
    [post.content, post.title, post.isLongForm, post.category.displayName, post.user.username, post.likeCount],
    [content, null, false, 'General Thoughts', 'alice', 0],
  )
  assert.match(post.contentHtml, /<strong>world<\/strong>/)
  assert.doesNotMatch(post.contentHtml, /<script/)
  assert.deepEqual([post.canEdit, post.canDelete, post.createdAt === post.updatedAt], [true, true, true])
  const read = Post.parse((await t.stranger('GET', getPost.href({ id: post.id }))).body)
  assert.deepEqual(read, { ...post, canEdit: false, canDelete: false })
})

test('returns a new post with everything that reading it returns', async () => {
  const t = await cast(postRoutes)
  const posts = [
    { content: 'Only text', title: 'A title', categoryId: 2 },
    { content: 'A lone surrogate \ud800', title: '\ud800' },
    { content: 'A language', language: 'de' },
    { content: 'A cover', cover: { url: 'https://pictures.example/a.png', alt: 'A bridge' } },
    { content: 'Part of a series', series: { name: 'Short stories' } },
    { content: 'First published elsewhere', canonicalUrl: 'https://example.org/first' },
    { content: 'Only for those with the link', isUnlisted: true },
    { content: 'With #hashtags' },
    { content: 'With tags', tags: ['testing'] },
    { ...article, slug: 'how-it-began', series: { name: 'Beginnings' } },
  ]
  for (const post of posts) {
    const { status, body } = await t.alice('POST', publishPost.path, post)
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual((await t.alice('GET', getPost.href({ id: Post.parse(body).id }))).body, body)
  }
})

test('returns an article’s title, excerpt, and reading time', async () => {
  const t = await cast(postRoutes)
  const post = Post.parse((await t.alice('POST', publishPost.path, article)).body)
  assert.deepEqual([post.title, post.isLongForm, post.readingMinutes], ['How it began', true, 1])
  assert.match(post.excerpt, /^It began with one post\. And then another\./)
  assert.ok(post.excerpt.length <= 201)
})

test('detects the language of a post again after each edit, unless its author has chosen one', async () => {
  const t = await cast(postRoutes)
  const german =
    'Heute habe ich gelernt, wie man einen Deadlock vermeidet. Die beiden Transaktionen warten aufeinander.'
  const english =
    'Today I learned how to avoid a deadlock. The two transactions wait for each other, and none moves on.'
  const { id, ...post } = Post.parse((await t.alice('POST', publishPost.path, { content: german })).body)
  assert.deepEqual([post.language, post.detectedLanguage, langOf(post)], [null, 'de', 'de'])
  const edit = async (change: object) => {
    const edited = Post.parse((await t.alice('PATCH', updatePost.href({ id }), change)).body)
    return [edited.language, edited.detectedLanguage]
  }
  assert.deepEqual(await edit({ content: english }), [null, 'en'])
  assert.deepEqual(await edit({ language: 'nl' }), ['nl', 'en'])
  assert.deepEqual(await edit({ content: german }), ['nl', 'de'])
  assert.deepEqual(await edit({ content: 'TIL' }), ['nl', null])
  assert.deepEqual(await edit({ language: null }), [null, null])
  const refused = await t.alice<Refusal>('PATCH', updatePost.href({ id }), { language: 'klingon' })
  assert.deepEqual([refused.status, refused.body.issues[0]?.path], [400, 'language'])
})

test('creates two posts when the same text is posted twice', async () => {
  const t = await cast(postRoutes)
  await t.alice('POST', publishPost.path, { content: 'Again' })
  await t.alice('POST', publishPost.path, { content: 'Again' })
  assert.deepEqual(await totalsOf(t), [{ kind: false, category: 5, total: 2 }])
})

test('rejects an invalid post with the correct message, and stores nothing', async () => {
  const t = await cast(postRoutes)
  const refused = async (body: unknown) => {
    const answer = await t.alice<Refusal>('POST', publishPost.path, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    return answer.body.message
  }
  assert.equal(await refused({ content: ' ' }), 'Post content cannot be empty')
  assert.equal(await refused({ ...article, title: 'Oh' }), 'Title must be at least 5 characters')
  assert.equal(await refused({ ...article, content: 'Short' }), 'Blog post must be at least 50 characters')
  assert.equal(await refused({ ...article, categoryId: undefined }), 'Please select a category')
  assert.equal(await refused({ content: 'Hello', categoryId: 404 }), 'This category does not exist')
  assert.equal(await refused({ content: 'Hello', isLongForm: 'yes' }), 'isLongForm must be true or false')
  assert.equal(await refused({ content: 'a\0b' }), 'Text cannot contain the NUL character.')
  for (const body of badBodies) await refused(body)
  for (const categoryId of [-1, 1e30, 1.5, [1], {}]) await refused({ content: 'Hello', categoryId })
  await refused('{"content":')
  assert.deepEqual([await rowsOf(t), await totalsOf(t), t.logged], [[], [], []])
})

test('rejects objects that pretend to have a length', async () => {
  const t = await cast(postRoutes)
  const content = { length: { toString: 'not a function' } }
  const { status, body } = await t.alice<Refusal>('POST', publishPost.path, { content })
  assert.deepEqual([status, body.code, t.logged], [400, 'invalid_input', []])
})

test('accepts 100,000 characters of any kind, and rejects more', async () => {
  const t = await cast(postRoutes)
  const content = '字'.repeat(100_000)
  const escaped = `{"content":"${String.raw`\u5b57`.repeat(100_000)}"}`
  const answer = await t.alice<Post>('POST', publishPost.path, escaped)
  assert.equal(answer.status, 201)
  assert.equal(answer.body.content, content)
  assert.equal((await t.alice('POST', publishPost.path, { content: `${content}!` })).status, 400)
  assert.equal((await t.alice('POST', publishPost.path, { content: 'x'.repeat(700_000) })).status, 413)
})

test('does not let visitors create, edit, delete, or preview posts', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const before = await rowsOf(t)
  const statuses = [
    await t.stranger('POST', publishPost.path, { content: 'Hello' }),
    await t.stranger('PATCH', updatePost.href({ id }), { content: 'Mine now' }),
    await t.stranger('DELETE', deletePost.href({ id })),
    await t.stranger('POST', previewPost.path, { content: 'Hello' }),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [401, 401, 401, 401])
  assert.deepEqual(await rowsOf(t), before)
})

test('rejects another member’s user ID, and accepts the caller’s own', async () => {
  const t = await cast(postRoutes)
  const refused = await t.bob<Refusal>('POST', publishPost.path, { content: 'Hello', userId: t.members.alice.id })
  assert.deepEqual([refused.status, refused.body.message], [403, 'You can only post as yourself.'])
  assert.equal((await t.bob('POST', publishPost.path, { content: 'Hello', userId: [t.members.bob.id] })).status, 403)
  assert.equal((await t.bob('POST', publishPost.path, { content: 'Hello', userId: t.members.bob.id })).status, 201)
})

test('ignores the author, counters, timestamps, and HTML in a request body', async () => {
  const t = await cast(postRoutes)
  const extras = `"id":99,"memberId":1,"user":{"id":1},"likeCount":99,"commentCount":9,"isLiked":true,"excerpt":"x",
    "contentHtml":"<script>","content_html":"<b>","createdAt":"2000-01-01T00:00:00.000Z","role":"admin",
    "__proto__":{"isLongForm":true},"constructor":{"prototype":{"polluted":true}}`
  const created = Post.parse((await t.bob('POST', publishPost.path, `{"content":"Hello",${extras}}`)).body)
  const { id } = created
  const changed = Post.parse(
    (await t.bob('PATCH', updatePost.href({ id }), `{"content":"Hello again",${extras}}`)).body,
  )
  for (const post of [created, changed]) {
    assert.deepEqual(
      [post.user.username, post.likeCount, post.commentCount, post.isLiked, post.isLongForm],
      ['bob', 0, 0, false, false],
    )
    assert.match(post.contentHtml, /^<p>Hello/)
    assert.ok(Date.parse(post.createdAt) > Date.parse('2020-01-01'))
  }
  assert.equal(({} as { polluted?: true }).polluted, undefined)
})

test('leaves omitted fields unchanged in an edit, and updates the version and the totals', async () => {
  const t = await cast(postRoutes)
  const before = Post.parse((await t.alice('POST', publishPost.path, article)).body)
  t.announced()
  const answer = await t.alice('PATCH', updatePost.href({ id: before.id }), { title: 'How it went on', categoryId: 2 })
  assert.deepEqual([answer.status, t.announced()], [200, ['posts', 'removals']])
  const after = Post.parse(answer.body)
  assert.deepEqual(
    [after.title, after.content, after.categoryId, after.isLongForm, after.createdAt],
    ['How it went on', article.content, 2, true, before.createdAt],
  )
  assert.ok(after.updatedAt > before.updatedAt)
  assert.deepEqual(await totalsOf(t), [{ kind: true, category: 2, total: 1 }])
  const again = Post.parse(
    (await t.alice('PATCH', updatePost.href({ id: before.id }), { title: 'How it went on', categoryId: 2 })).body,
  )
  assert.deepEqual([again.title, t.announced()], ['How it went on', []])
  assert.deepEqual(await totalsOf(t), [{ kind: true, category: 2, total: 1 }])
})

test('lets administrators, but not other members, edit and delete a member’s posts', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const before = await rowsOf(t)
  const change = await t.bob<Refusal>('PATCH', updatePost.href({ id }), { content: 'Mine now' })
  assert.deepEqual([change.status, change.body.message], [403, 'You can only edit your own posts.'])
  const removal = await t.bob<Refusal>('DELETE', deletePost.href({ id }))
  assert.deepEqual([removal.status, removal.body.message], [403, 'You can only delete your own posts.'])
  assert.deepEqual([await rowsOf(t), t.announced()], [before, []])
  const byAdmin = await t.admin<Post>('PATCH', updatePost.href({ id }), { content: 'Moderated' })
  assert.deepEqual([byAdmin.status, byAdmin.body.user.username, byAdmin.body.canEdit], [200, 'alice', true])
  assert.equal((await t.admin('PATCH', updatePost.href({ id }), { userId: t.members.bob.id })).status, 403)
  assert.equal((await t.admin('DELETE', deletePost.href({ id }))).status, 204)
})

test('rejects the second of two conflicting edits and returns the current post', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const { updatedAt } = Post.parse((await t.alice('GET', getPost.href({ id }))).body)
  const first = await t.alice<Post>('PATCH', updatePost.href({ id }), { content: 'First', updatedAt })
  assert.equal(first.status, 200)
  const late = await t.alice<Refusal & { post: Post }>('PATCH', updatePost.href({ id }), { content: 'Late', updatedAt })
  assert.deepEqual([late.status, late.body.code, late.body.post.content], [409, 'conflict', 'First'])
  const { status } = await t.alice('PATCH', updatePost.href({ id }), {
    content: 'Late',
    updatedAt: late.body.post.updatedAt,
  })
  assert.equal(status, 200)
})

test('accepts only one of ten concurrent edits based on the same version', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const { updatedAt } = Post.parse((await t.alice('GET', getPost.href({ id }))).body)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      t.alice('PATCH', updatePost.href({ id }), { content: `Version ${n}`, updatedAt }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array<number>(9).fill(409)],
  )
})

test('merges concurrent changes to different fields when no base version is sent', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const changes = [{ title: 'A new title' }, { content: 'New content' }, { categoryId: 3 }]
  const answers = await Promise.all(changes.map((change) => t.alice('PATCH', updatePost.href({ id }), change)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const post = Post.parse((await t.alice('GET', getPost.href({ id }))).body)
  assert.deepEqual([post.title, post.content, post.categoryId], ['A new title', 'New content', 3])
  assert.deepEqual(await totalsOf(t), [{ kind: false, category: 3, total: 1 }])
})

test('rejects an invalid change and changes nothing', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const before = await rowsOf(t)
  const bad = [
    ...badBodies,
    { content: '' },
    { content: ['text'] },
    { content: null },
    { title: 'x'.repeat(201) },
    { isLongForm: true },
    { isLongForm: 'true' },
    { categoryId: 404 },
    { categoryId: 1e30 },
    { updatedAt: 'yesterday' },
    { updatedAt: 0 },
    { content: 'a\0b' },
  ]
  for (const body of bad)
    assert.equal((await t.alice('PATCH', updatePost.href({ id }), body)).status, 400, JSON.stringify(body))
  assert.deepEqual([await rowsOf(t), t.announced(), t.logged], [before, [], []])
})

test('returns 410 for a deleted post to everyone', async () => {
  const t = await cast(postRoutes)
  const id = await t.postBy('alice')
  const answer = await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual([answer.status, answer.body, t.announced()], [204, '', ['posts', 'removals']])
  const answers = [
    await t.stranger<Refusal>('GET', getPost.href({ id })),
    await t.alice<Refusal>('DELETE', deletePost.href({ id })),
    await t.alice<Refusal>('PATCH', updatePost.href({ id }), { content: 'Back' }),
  ]
  for (const { status, body } of answers) assert.deepEqual([status, body.code], [410, 'gone'])
  assert.deepEqual([await totalsOf(t), t.announced()], [[], []])
})

test('returns 404 for an unknown post and 400 for an invalid ID, without logging an error', async () => {
  const t = await cast(postRoutes)
  const calls = (path: string) =>
    Promise.all([t.stranger('GET', path), t.alice('PATCH', path, { content: 'Hello' }), t.alice('DELETE', path)])
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
  assert.deepEqual(statuses(await calls(getPost.href({ id: 404 }))), [404, 404, 404])
  for (const id of badIds) assert.deepEqual(statuses(await calls(`/api/posts/${id}`)), [400, 400, 400], id)
  assert.deepEqual(t.logged, [])
})

test('previews text as it will be published and stores nothing', async () => {
  const t = await cast(postRoutes)
  const content = '# Title\n\n```js\nconst a = 1\n```\n\n<img src=x onerror=alert(1)>'
  const preview = await t.bob<{ html: string }>('POST', previewPost.path, { content })
  assert.equal(preview.status, 200)
  assert.deepEqual(await rowsOf(t), [])
  const published = await t.bob<Post>('POST', publishPost.path, { content })
  assert.deepEqual(preview.body, { html: published.body.contentHtml, isTruncated: false })
  assert.deepEqual((await t.bob('POST', previewPost.path, { content: '' })).body, { html: '', isTruncated: false })
  for (const body of [...badBodies, { content: 7 }, {}])
    assert.equal((await t.bob('POST', previewPost.path, body)).status, 400, JSON.stringify(body))
})

test('serves a post’s Markdown until the post is deleted', async () => {
  const t = await cast(postRoutes)
  const content = '# Title\n\n<script>alert(1)</script> \u{1f600} *text*\n'
  const { body } = await t.alice<Post>('POST', publishPost.path, { content })
  const source = await t.stranger<string>('GET', getPostSource.href({ id: body.id }))
  assert.deepEqual(
    [source.status, source.headers.get('content-type'), source.headers.get('x-content-type-options'), source.body],
    [200, 'text/markdown; charset=utf-8', 'nosniff', content],
  )
  assert.equal(source.headers.get('link'), `<http://devstead.test/post/${body.id}>; rel="canonical"`)
  await t.alice('DELETE', deletePost.href({ id: body.id }))
  const statuses = [
    getPostSource.href({ id: body.id }),
    getPostSource.href({ id: 404 }),
    ...badIds.map((id) => `/post/${id}.md`),
  ].map(async (path) => (await t.stranger('GET', path)).status)
  assert.deepEqual(await Promise.all(statuses), [410, 404, ...badIds.map(() => 404)])
})

test('limits members to thirty posts per hour and reports when to try again', async () => {
  const t = await cast(postRoutes)
  for (let post = 0; post < 30; post++) await t.alice('POST', publishPost.path, { content: 'Hello' })
  const answer = await t.alice<Refusal>('POST', publishPost.path, { content: 'One more' })
  assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited'])
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await t.bob('POST', publishPost.path, { content: 'Hello' })).status, 201)
})
