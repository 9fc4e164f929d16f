import assert from 'node:assert/strict'
import { test } from 'vitest'
import { articleListQuery } from '#features/writing/articles/article-list.hooks.ts'
import { PostList, publishPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { loadBlog } from './blog.load.ts'

test('preloads only articles, as seen by visitors, under the query key that the browser uses', async () => {
  const t = await cast(postRoutes)
  await t.postBy('alice', 'A short one')
  const content = 'A long one, of more than fifty characters as an article has to be.'
  const input = { title: 'A long one', content, categoryId: 1, isLongForm: true }
  for (let n = 0; n < 11; n++) await t.alice('POST', publishPost.path, input)
  const load = async (query: { page: number }) => {
    const { entries, status } = await loadBlog(t.ctx, { params: {}, query })
    assert.equal(status, undefined)
    return entries
  }
  const [[key, data], ...others] = (await load({ page: 2 })) as [[unknown, unknown]]
  assert.deepEqual([key, others], [articleListQuery(2).queryKey, []])
  const { posts, total, totalPages } = PostList.parse(data)
  assert.deepEqual([posts.length, total, totalPages], [1, 11, 2])
  assert.deepEqual([posts[0]!.isLongForm, posts[0]!.canEdit, posts[0]!.contentHtml], [true, false, ''])
  const past = PostList.parse((await load({ page: 9 }))[0]![1])
  assert.deepEqual([past.posts, past.total], [[], 11])
})
