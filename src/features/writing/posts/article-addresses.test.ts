import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, inTransaction, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { untilBlocked } from '#tests/support/database.ts'
import { deletePost, getArticle, getPost, type Post, publishPost, updatePost } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'
import { registerSlug, saveDetails } from './article-details.store.ts'

const content = 'An article needs at least fifty characters, and this one has more.'

async function castArticles() {
  const t = await cast(postRoutes)
  const publish = (part: object = {}, by: 'alice' | 'bob' = 'alice') =>
    t[by]<Post>('POST', publishPost.path, { title: 'Hello, Wörld!', content, categoryId: 1, isLongForm: true, ...part })
  const edit = (id: number, part: object, by: 'alice' | 'bob' = 'alice') =>
    t[by]<Post>('PATCH', updatePost.href({ id }), part)
  const at = async (slug: string) => {
    const { status, body } = await t.stranger<Post>('GET', getArticle.href({ slug }))
    return status === 200 ? body.id : status
  }
  return { ...t, publish, edit, at }
}

test('creates an article’s slug from its title, and does not change it later', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish()
  assert.equal(post.slug, 'hello-world')
  assert.equal((await t.edit(post.id, { title: 'Another title' })).body.slug, 'hello-world')
  assert.equal(await t.at('hello-world'), post.id)
})

test('numbers the slugs of articles with the same title, even if they are published concurrently', async () => {
  const t = await castArticles()
  const posts = await Promise.all(Array.from({ length: 6 }, (_, n) => t.publish({}, n % 2 ? 'bob' : 'alice')))
  const slugs = posts.map(({ body }) => body.slug)
  assert.equal(new Set(slugs).size, 6)
  assert.ok(slugs.includes('hello-world'))
  for (const slug of slugs) assert.match(slug!, /^hello-world(-\d+)?$/)
})

test('creates a slug for a title without letters, and avoids other pages’ slugs', async () => {
  const t = await castArticles()
  assert.match((await t.publish({ title: '🎉🎉🎉🎉🎉' })).body.slug!, /^post/)
  const { slug, id } = (await t.publish({ title: 'Create', content: `${content} ` })).body
  assert.equal(slug, `create-${id}`)
})

test('does not assign a slug to a short post', async () => {
  const t = await castArticles()
  const { body } = await t.alice<Post>('POST', publishPost.path, { content: 'Short.', slug: 'short' })
  assert.equal(body.slug, null)
  assert.equal(await t.at('short'), 404)
})

test('redirects former slugs to the article, and lets only that article reuse them', async () => {
  const t = await castArticles()
  const { body: first } = await t.publish({ slug: 'First Address' })
  assert.equal(first.slug, 'first-address')
  assert.equal((await t.edit(first.id, { slug: 'second' })).body.slug, 'second')
  assert.deepEqual([await t.at('first-address'), await t.at('second')], [first.id, first.id])
  const refused = await t.publish({ slug: 'first-address' }, 'bob')
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { ...refused.body, message: 'Another article already uses this address. Choose a different one.' }],
  )
  assert.equal((await t.edit(first.id, { slug: 'first-address' })).body.slug, 'first-address')
  assert.equal((await t.edit(first.id, { slug: null })).body.slug, 'first-address')
})

test('keeps an article’s slugs when it becomes a short post and then an article again', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish()
  assert.equal((await t.edit(post.id, { isLongForm: false })).body.slug, null)
  assert.equal(await t.at('hello-world'), post.id)
  assert.equal((await t.edit(post.id, { isLongForm: true, slug: 'hello-world' })).body.slug, 'hello-world')
})

test('returns 410 for a deleted article’s slug until another article uses it', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish()
  await t.alice('DELETE', deletePost.href({ id: post.id }))
  assert.equal(await t.at('hello-world'), 410)
  const { body: next } = await t.publish({}, 'bob')
  assert.equal(next.slug, 'hello-world')
  assert.equal(await t.at('hello-world'), next.id)
})

test('rejects reserved, empty, and long slugs, and canonical URLs that are not URLs', async () => {
  const t = await castArticles()
  const refusals: [part: object, message: RegExp][] = [
    [{ slug: 'create' }, /reserved/],
    [{ slug: '---' }, /a letter or digit/],
    [{ slug: 'x'.repeat(600) }, /too long/],
    [{ canonicalUrl: 'javascript:alert(1)' }, /must be a URL/],
    [{ canonicalUrl: 'https://user:password@example.com/' }, /must be a URL/],
    [{ cover: { url: 'data:image/png;base64,x' } }, /must be a picture/],
    [{ cover: { url: 'https://a.example/x.png" onerror="' } }, /must be a picture/],
  ]
  for (const [part, message] of refusals) {
    const { status, body } = await t.publish(part)
    assert.equal(status, 400, JSON.stringify(part))
    assert.match((body as unknown as { message: string }).message, message)
  }
  assert.equal((await t.stranger('GET', getArticle.href({ slug: 'hello-world' }))).status, 404)
})

test('stores and removes the cover and the canonical URL', async () => {
  const t = await castArticles()
  const cover = { url: 'https://pictures.example/a.png', alt: 'A bridge' }
  const canonicalUrl = 'https://old.example/post'
  const { body: post } = await t.publish({ cover, canonicalUrl })
  assert.deepEqual(post.cover, { ...cover, src: cover.url, srcset: '', width: null, height: null })
  assert.equal(post.canonicalUrl, canonicalUrl)
  const { body: renamed } = await t.edit(post.id, { cover: { ...cover, alt: 'A red bridge' } })
  assert.equal(renamed.cover?.alt, 'A red bridge')
  assert.equal(renamed.canonicalUrl, canonicalUrl)
  const { body: bare } = await t.edit(post.id, { cover: null, canonicalUrl: null })
  assert.deepEqual([bare.cover, bare.canonicalUrl], [null, null])
  const read = await t.stranger<Post>('GET', getPost.href({ id: post.id }))
  assert.equal(read.body.cover, null)
})

test('lets only the author and administrators change the slug', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish()
  assert.equal((await t.edit(post.id, { slug: 'mine' }, 'bob')).status, 403)
  assert.equal((await t.admin('PATCH', updatePost.href({ id: post.id }), { slug: 'theirs' })).status, 200)
})

test('never gives one slug to two articles that are created at the same time', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish({ title: 'Something else' })
  const create = async (db: Db, id: number) => {
    const slug = await registerSlug(db, id, { slug: null, title: 'Same title' })
    await run(db)`
      insert into all_posts (id, member_id, title, content, content_html, plain_text, excerpt, category_id, is_long_form,
        reading_minutes, render_version, slug)
      overriding system value select ${id}::int, member_id, title, content, content_html, plain_text, excerpt, category_id,
        is_long_form, reading_minutes, render_version, ${slug}::text from all_posts where id = ${post.id}`
    return slug
  }
  const waiting = await inTransaction(t.db, async (db) => {
    const first = await create(db, post.id + 1001)
    const second = inTransaction(t.db, (other) => create(other, post.id + 1002))
    await untilBlocked(t.db)
    return { first, second }
  })
  assert.equal(waiting.first, 'same-title')
  assert.equal(await waiting.second, `same-title-${post.id + 1002}`)
})

test('uses the post’s ID as the slug when fifty other articles have the same title', async () => {
  const t = await castArticles()
  const { body: post } = await t.publish()
  const details = {
    title: 'Hello, World',
    isLongForm: true,
    slug: null,
    canonicalUrl: null,
    cover: null,
    isUnlisted: false,
    language: null,
  } as const
  await run(t.db)`
    insert into post_slugs (slug, post_id) select 'hello-world-' || n, ${post.id} from generate_series(2, 50) n`
  const { body: next } = await t.publish({ title: 'Something' })
  await t.edit(next.id, { isLongForm: false })
  await saveDetails(t.db, next.id, details, { isExact: false, isNew: false })
  assert.match(
    (await t.stranger<Post>('GET', getPost.href({ id: next.id }))).body.slug!,
    new RegExp(`^(hello-world|post)-${next.id}$`),
  )
  assert.equal(post.slug, 'hello-world')
})
