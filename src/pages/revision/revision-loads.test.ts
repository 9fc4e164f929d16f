import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cast } from '#tests/support/cast.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { deletePost, getArticle, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { commentRoutes } from '#features/conversation/comments/comments.routes.ts'
import { adjacentArticleRoutes } from '#features/writing/adjacent-articles/adjacent-articles.routes.ts'
import { profileRoutes } from '#features/people/profiles/profiles.routes.ts'
import { historyRoutes } from '#features/writing/history/history.routes.ts'
import { webmentionRoutes } from '#features/conversation/webmentions/webmentions.routes.ts'
import type { Loaded } from '../page.ts'
import { loadHistory } from '../history/history.load.ts'
import { loadArticle } from '../post/article.load.ts'
import { loadRevision } from './revision.load.ts'

test('preloads on the server what the browser would fetch', async () => {
  const t = await cast([
    ...postRoutes,
    ...profileRoutes,
    ...commentRoutes,
    ...webmentionRoutes,
    ...historyRoutes,
    ...adjacentArticleRoutes,
  ])
  const body = {
    isLongForm: true,
    title: 'An article',
    content: 'And then another sentence. '.repeat(3),
    categoryId: 1,
  }
  const id = Number((await t.alice('POST', publishPost.path, body)).body['id'])
  await t.alice('PATCH', updatePost.href({ id }), { title: 'A better article' })
  const loaded = async ({ status, entries }: Loaded) => {
    for (const [key, data] of entries) {
      const [path, ids, query] = key as [string, Record<string, number>, Record<string, string>?]
      // The article itself is preloaded under its id.
      if (path === getArticle.path) continue
      const url = path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]))
      const answer = await t.stranger('GET', query ? `${url}?${new URLSearchParams(query).toString()}` : url)
      assert.deepEqual(data, answer.status === 200 ? answer.body : null, url)
    }
    return [status ?? 200, entries.length]
  }
  const query = postAddress.queryIn(new URLSearchParams())
  const article = () => loadArticle(t.ctx, { params: { slug: 'an-article' }, query }).then(loaded)
  const versions = () => loadHistory(t.ctx, { params: { id }, query: { page: 1 } }).then(loaded)
  const revision = (number: number) => loadRevision(t.ctx, { params: { id, number }, query: {} }).then(loaded)
  assert.deepEqual(await article(), [200, 6])
  assert.deepEqual(await versions(), [200, 1])
  assert.deepEqual(await revision(2), [200, 2])
  assert.deepEqual(await revision(1), [200, 1])
  assert.deepEqual(await revision(3), [404, 1])
  await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual(await article(), [410, 1])
  assert.deepEqual(await versions(), [410, 1])
  assert.deepEqual(await revision(1), [410, 1])
})
