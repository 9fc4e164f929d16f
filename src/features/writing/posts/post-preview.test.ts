import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cast } from '#tests/support/cast.ts'
import { Post, type Preview, type PreviewInput, previewPost, publishPost, updatePost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const content = `# A heading\n\nA text with a footnote^[here].\n\n${'And on it goes. '.repeat(5)}`

async function preview(input: PreviewInput) {
  const t = await cast(postRoutes)
  const answer = await t.bob<Preview>('POST', previewPost.path, input)
  assert.equal(answer.status, 200)
  return { ...t, html: answer.body.html }
}

test('previews an article as it will be published, with heading anchors', async () => {
  const t = await preview({ content, isLongForm: true })
  assert.match(t.html, /<h1 id="h-a-heading">/)
  const article = { title: 'An article', content, isLongForm: true, categoryId: 1 }
  assert.equal(Post.parse((await t.bob('POST', publishPost.path, article)).body).contentHtml, t.html)
})

test('previews a short post as it will be published', async () => {
  const t = await preview({ content, isLongForm: false })
  assert.match(t.html, /<h1>A heading<\/h1>/)
  assert.equal(Post.parse((await t.bob('POST', publishPost.path, { content })).body).contentHtml, t.html)
})

test('renders a post as its current kind after it switches between short post and article', async () => {
  const t = await cast(postRoutes)
  const article = { title: 'An article', content, isLongForm: true, categoryId: 1 }
  const { id, contentHtml } = Post.parse((await t.bob('POST', publishPost.path, article)).body)
  const short = Post.parse((await t.bob('PATCH', updatePost.href({ id }), { isLongForm: false })).body)
  assert.doesNotMatch(short.contentHtml, /id="h-/)
  assert.equal(Post.parse((await t.bob('PATCH', updatePost.href({ id }), article)).body).contentHtml, contentHtml)
})

test('includes the blocks’ source line numbers in a preview on request', async () => {
  const t = await preview({ content, withLines: true })
  assert.match(t.html, /<p data-line="2">/)
  assert.equal(
    t.html.replaceAll(/ data-line="\d+"/g, ''),
    (await t.bob<Preview>('POST', previewPost.path, { content })).body.html,
  )
})

test('rejects flags that are not booleans', async () => {
  const t = await cast(postRoutes)
  for (const input of [{ isLongForm: 'true' }, { isLongForm: null }, { withLines: 1 }])
    assert.equal((await t.bob('POST', previewPost.path, { content, ...input })).status, 400, JSON.stringify(input))
})

test('limits the number of bytes that each member can preview per minute', async () => {
  const t = await cast(postRoutes)
  const long = { content: 'a'.repeat(100_000) }
  for (let count = 0; count < 20; count++) assert.equal((await t.bob('POST', previewPost.path, long)).status, 200)
  const refused = await t.bob('POST', previewPost.path, { content: 'a' })
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.match(refused.body.message as unknown as string, /^Preview limit reached\. Try again in \d+ seconds?\.$/)
  assert.equal((await t.alice('POST', previewPost.path, long)).status, 200)
})
