import assert from 'node:assert/strict'
import { noDetails } from './article-details.contract.ts'
import { test } from 'vitest'
import type { Role } from '#schemas/roles.contract.ts'
import { canDeletePost, canEditPost, changed, type Post, PostListQuery } from './posts.contract.ts'
import { NewPost } from './new-posts.contract.ts'

const faultsOf = (input: unknown) => NewPost.safeParse(input).error?.issues.map(({ message }) => message) ?? []
const article = { isLongForm: true, title: 'A title', content: 'x'.repeat(50), categoryId: 1 }

test('requires content for a short post, and defaults its category to General Thoughts', () => {
  assert.equal(NewPost.parse({ content: 'Hello' }).categoryId, 5)
  assert.equal(NewPost.parse({ content: 'Hello', categoryId: null }).categoryId, 5)
  assert.equal(NewPost.parse({ content: 'Hello', isLongForm: false, categoryId: '3' }).categoryId, 3)
  for (const content of ['', ' \n\t ', undefined, null, 7, ['Hello'], { text: 'Hello' }])
    assert.deepEqual(faultsOf({ content }), ['Post content cannot be empty'], JSON.stringify(content))
})

test('preserves content of up to 100,000 characters exactly', () => {
  const content = '  Hello \r\n\n👩‍💻 <script>\t\u202e\n'
  assert.equal(NewPost.parse({ content }).content, content)
  assert.deepEqual(faultsOf({ content: 'x'.repeat(100_000) }), [])
  assert.deepEqual(faultsOf({ content: 'x'.repeat(100_001) }), ['Post content must be at most 100,000 characters'])
})

test('requires a title, fifty characters, and a category for an article', () => {
  assert.deepEqual(faultsOf(article), [])
  assert.deepEqual(faultsOf({ ...article, title: '' }), ['Title is required for blog posts'])
  assert.deepEqual(faultsOf({ ...article, title: undefined }), ['Title is required for blog posts'])
  assert.deepEqual(faultsOf({ ...article, title: ' four ' }), ['Title must be at least 5 characters'])
  assert.deepEqual(faultsOf({ ...article, title: 'x'.repeat(201) }), ['Title must be at most 200 characters'])
  for (const content of ['short', '', ' '.repeat(60), undefined])
    assert.deepEqual(faultsOf({ ...article, content }), ['Blog post must be at least 50 characters'])
  assert.deepEqual(faultsOf({ ...article, categoryId: undefined }), ['Please select a category'])
})

test('accepts a category ID as a number or a string of digits', () => {
  for (const categoryId of ['abc', '', 0, -1, 1.5, 1e30, Number.NaN, [3], { id: 3 }, true])
    assert.deepEqual(
      faultsOf({ content: 'Hello', categoryId }),
      ['Please select a category'],
      JSON.stringify(categoryId),
    )
})

test('parses valid list queries and rejects invalid ones', () => {
  assert.deepEqual(
    PostListQuery.parse({ isLongForm: 'true', type: 'popular', categoryId: '2', page: '3', other: 'x' }),
    {
      isLongForm: true,
      type: 'popular',
      categoryId: 2,
      page: 3,
      limit: 10,
    },
  )
  for (const query of [{ isLongForm: '1' }, { type: 'newest' }, { categoryId: 'tech_tips' }, { categoryId: '0' }])
    assert.equal(PostListQuery.safeParse(query).success, false, JSON.stringify(query))
})

test('leaves omitted fields unchanged in an update, and requires the result to be a valid post', () => {
  const post = {
    title: null,
    content: 'x'.repeat(60),
    categoryId: 2,
    isLongForm: false,
    ...noDetails,
    tags: ['a'],
  } as unknown as Post
  assert.deepEqual(changed(post, {}), {
    title: null,
    content: post.content,
    categoryId: 2,
    isLongForm: false,
    ...noDetails,
    tags: ['a'],
  })
  assert.equal(changed(post, { isLongForm: true, title: 'Now an article' }).isLongForm, true)
  assert.throws(() => changed(post, { isLongForm: true }), /Title is required/)
  assert.throws(() => changed(post, { content: '' }), /cannot be empty/)
})

test('lets the author and administrators edit a post', () => {
  const post = { user: { id: 1 }, authorRole: 'member' as const }
  for (const can of [canEditPost, canDeletePost]) {
    assert.equal(can({ id: 1, role: 'member' }, post), true)
    assert.equal(can({ id: 2, role: 'admin' }, post), true)
    assert.equal(can({ id: 2, role: 'member' }, post), false)
    assert.equal(can(null, post), false)
  }
})

test('lets moderators delete, but not edit, posts by anyone except administrators and other moderators', () => {
  const moderator = { id: 2, role: 'moderator' } as const
  const may = (authorRole: Role, id = 1) => canDeletePost(moderator, { user: { id }, authorRole })
  assert.deepEqual(
    (['reader', 'member', 'moderator', 'admin'] as const).map((role) => may(role)),
    [true, true, false, false],
  )
  assert.equal(may('moderator', moderator.id), true)
  assert.equal(canEditPost(moderator, { user: { id: 1 } }), false)
})
