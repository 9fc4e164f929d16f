import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { listBounds, pageBounds } from '#kernel/markdown/html-bounds.ts'
import { cast } from '#tests/support/cast.ts'
import {
  getPost,
  getPosts,
  getPostsBy,
  Post,
  PostList,
  Preview,
  previewPost,
  publishPost,
  updatePost,
} from './posts.contract.ts'
import { tooComplex } from './new-posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

/** 12,498 empty code blocks: 1.3 MB of HTML. */
const fences = '```\n'.repeat(24_997)
/** Nearly as many elements as one post may have. */
const heavy = '```\n'.repeat(2800)
const footnotes = `Text[^1]\n\n${'A paragraph of some length.\n\n'.repeat(600)}[^1]: Note`

/** Members who post; `bring` stores a post as if it predated the limits. */
async function writers() {
  const t = await cast(postRoutes)
  const publish = async (content: string, more: object = {}) =>
    Post.parse((await t.alice('POST', publishPost.path, { content, ...more })).body)
  const list = async (query = '') => PostList.parse((await t.stranger('GET', `${getPosts.path}${query}`)).body)
  const bring = async (content: string, html: string) => {
    const id = await t.postBy('alice', 'brought')
    await run(t.db)`update posts set content = ${content}, content_html = ${html} where id = ${id}`
    return id
  }
  return { ...t, publish, list, bring }
}
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('rejects text with too many elements, and explains what to do', async () => {
  const t = await writers()
  for (const input of [
    { content: fences },
    { content: fences, isLongForm: true, title: 'An article', categoryId: 1 },
  ]) {
    const { status, body } = await t.alice('POST', publishPost.path, input)
    assert.deepEqual([status, body.code, body.message], [400, 'invalid_input', tooComplex()])
    assert.deepEqual(body.issues, [{ path: 'content', message: tooComplex() }])
  }
  const { id, content } = await t.publish('short')
  assert.equal((await t.alice('PATCH', updatePost.href({ id }), { content: fences })).status, 400)
  assert.equal(Post.parse((await t.alice('GET', getPost.href({ id }))).body).content, content)
})

test('previews the beginning of text with too many elements and reports it as truncated', async () => {
  const t = await writers()
  const preview = async (content: string) => Preview.parse((await t.alice('POST', previewPost.path, { content })).body)
  const { html, isTruncated } = await preview(fences)
  assert.equal(isTruncated, true)
  assert.ok(Buffer.byteLength(html) <= pageBounds.maxBytes)
  assert.equal((await preview('short')).isTruncated, false)
})

test('keeps the full Markdown of older text with too many elements, and allows changes to its title', async () => {
  const t = await writers()
  const id = await t.bring(fences, '<p>old</p>')
  const saved = Post.parse((await t.alice('PATCH', updatePost.href({ id }), { title: 'A title' })).body)
  assert.deepEqual([saved.title, saved.content, saved.isTruncated], ['A title', fences, true])
  assert.ok(Buffer.byteLength(saved.contentHtml) <= pageBounds.maxBytes)
  assert.equal((await t.stranger<string>('GET', `/post/${id}.md`)).body, fences)
  assert.equal((await t.alice('PATCH', updatePost.href({ id }), { content: `${fences}more` })).status, 400)
})

test('shows the beginning of a very long short post in lists, and all of it on its own page', async () => {
  const t = await writers()
  const { id, contentHtml, isTruncated } = await t.publish(footnotes)
  assert.equal(isTruncated, false)
  assert.ok(contentHtml.endsWith('</section>\n'))
  for (const { posts } of [
    await t.list(),
    PostList.parse((await t.bob('GET', getPostsBy.href({ id: t.members.alice.id }))).body),
  ]) {
    const [listed] = posts
    assert.deepEqual([listed!.isTruncated, listed!.content], [true, footnotes])
    assert.ok(Buffer.byteLength(listed!.contentHtml) < listBounds.maxBytes + 100)
    assert.ok(listed!.contentHtml.includes(` href="/post/${id}#fn-`))
    assert.ok(listed!.contentHtml.endsWith('length.</p>'))
  }
  const alone = Post.parse((await t.stranger('GET', getPost.href({ id }))).body)
  assert.deepEqual([alone.contentHtml, alone.isTruncated], [contentHtml, false])
})

test('includes ordinary posts in full in lists, without marking them as truncated', async () => {
  const t = await writers()
  const { contentHtml } = await t.publish('Hello *there*')
  const [listed] = (await t.list()).posts
  assert.deepEqual([listed!.contentHtml, listed!.isTruncated], [contentHtml, false])
})

test('gives footnotes unique IDs in a list of posts with the same text, and links to them', async () => {
  const t = await writers()
  for (let n = 0; n < 2; n++) await t.publish('Hello[^1]\n\n[^1]: Note')
  const html = (await t.list()).posts.map(({ contentHtml }) => contentHtml).join('')
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  assert.deepEqual([ids.length, new Set(ids).size], [4, 4])
  for (const [, target] of html.matchAll(/ href="#([^"]+)"/g)) assert.ok(ids.includes(target), target)
})

test('lists only the excerpt of a long post until the current renderer version has rendered it', async () => {
  const t = await writers()
  await t.bring('old', '<p>old</p>'.repeat(200_000))
  const [listed] = (await t.list()).posts
  assert.deepEqual([listed!.contentHtml, listed!.isTruncated], ['<p>brought</p>', true])
})

test('limits a list of 100 maximum-length posts to a few megabytes', async () => {
  const t = await writers()
  const { id } = await t.publish(heavy)
  await t.publish('short')
  await run(t.db)`
    insert into posts (member_id, content, content_html, beginning_html, excerpt, reading_minutes, category_id,
      is_long_form)
    select member_id, repeat('語', 100000), content_html, beginning_html, excerpt, 1, category_id, false
    from posts, generate_series(1, 98) where id = ${id}`
  await run(t.db)`update post_totals set total = 100 where not is_long_form and category_id = 5`
  const list = await t.list('?limit=100')
  assert.equal(list.posts.length, 100)
  assert.ok(bytesOf(list) < 2_500_000, String(bytesOf(list)))
  const [newest] = list.posts
  assert.deepEqual([newest!.content, newest!.isTruncated], ['語'.repeat(2000), true])
  const short = list.posts.find(({ content }) => content === 'short')
  assert.equal(short?.isTruncated, false)
  const articles = PostList.parse((await t.stranger('GET', `${getPosts.path}?isLongForm=true&limit=100`)).body)
  assert.equal(articles.posts.length, 0)
})

test('includes the full Markdown of ten ordinary articles in a list', async () => {
  const t = await writers()
  const content = 'A sentence of an article. '.repeat(1000)
  for (let count = 0; count < 10; count++)
    await t.publish(content, { isLongForm: true, title: 'An article', categoryId: 1 })
  const { posts } = await t.list('?isLongForm=true')
  assert.deepEqual(
    new Set(posts.map((post) => [post.content === content, post.isTruncated].join())),
    new Set(['true,false']),
  )
})

test('keeps the oversized text of an edited post as a revision, and marks it as truncated', async () => {
  const t = await writers()
  const id = await t.bring(fences, '<p>old</p>')
  await t.alice('PATCH', updatePost.href({ id }), { title: 'A title' })
  await t.alice('PATCH', updatePost.href({ id }), { content: 'short' })
  const version = await one<object>(t.db)`
    select content = ${fences} as "isWhole", is_truncated as "isTruncated" from post_versions where number = 2`
  assert.deepEqual(version, { isWhole: true, isTruncated: true })
})
