import assert from 'node:assert/strict'
import { test } from 'vitest'
import { postListQuery } from '#features/writing/posts/posts.hooks.ts'
import { tagAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { tagQuery } from '#features/writing/tags/tags.hooks.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { tagView } from './tag.tsx'

const list = (ids: number[], total = ids.length) => ({
  posts: ids.map((id) => aPost(id, { tags: ['rust'] })),
  page: 1,
  totalPages: Math.ceil(total / 10),
  total,
})

async function open(answers: Answers = {}, query: Record<string, string> = {}) {
  const asked = answer({
    'GET /api/tags/rust': () => Response.json({ name: 'rust', postCount: 12 }),
    'GET /api/posts': () => Response.json(list([1, 2], 12)),
    'GET /api/followed-tags': () => Response.json({ tags: [] }),
    ...answers,
  })
  const { page } = await mount(
    <tagView.View params={{ tag: 'rust' }} query={tagAddress.queryIn(new URLSearchParams(query))} />,
  )
  await settle()
  return { page, asked: () => asked.map(({ call }) => call) }
}

test('lists the tag’s posts with the total count, and links to the other pages', async () => {
  const { page, asked } = await open()
  assert.equal(page.querySelector('h1')?.textContent, '#rust')
  assert.match(page.textContent, /12 posts/)
  assert.equal(page.querySelectorAll('article').length, 2)
  assert.ok(page.querySelector('a[href="/tag/rust?page=2"]'))
  assert.equal(page.querySelector('button[aria-label="Follow #rust"]'), null)
  assert.ok(!asked().includes('GET /api/followed-tags'))
})

test('lets members follow and unfollow the tag, and shows an error if the request fails', async () => {
  signInHere()
  let tags: object[] = []
  let isDown = false
  const change = (next: object[], isFollowing: boolean) => () => {
    if (isDown) return new Response('', { status: 503 })
    tags = next
    return Response.json({ isFollowing })
  }
  const { page } = await open({
    'GET /api/followed-tags': () => Response.json({ tags }),
    'PUT /api/tags/rust/follow': change([{ name: 'rust', postCount: 12 }], true),
    'DELETE /api/tags/rust/follow': change([], false),
  })
  const button = () => page.querySelector<HTMLElement>('.page-head button')!
  assert.equal(button().getAttribute('aria-label'), 'Follow #rust')
  await settle(() => button().click())
  assert.equal(button().getAttribute('aria-label'), 'Unfollow #rust')
  isDown = true
  await settle(() => button().click())
  assert.equal(shownToast()?.description, 'Failed to update follow status. Please try again.')
  isDown = false
  await settle(() => button().click())
  assert.equal(button().getAttribute('aria-label'), 'Follow #rust')
})

test('shows that no post has the tag', async () => {
  const { page } = await open({
    'GET /api/tags/rust': () => new Response('', { status: 404 }),
    'GET /api/posts': () => Response.json(list([])),
  })
  assert.match(page.textContent, /No posts with this tag/)
})

test('sets the tag’s title and feed link in the head, and excludes an unknown tag from search engines', () => {
  const cache = createQueryCache()
  const props = { params: { tag: 'web-dev' }, query: { page: 2 } }
  assert.equal(tagView.head(cache, props).noindex, true)
  cache.setQueryData(tagQuery('web-dev').queryKey, () => ({ name: 'web-dev', postCount: 12 }))
  cache.setQueryData(postListQuery({ page: 2, tag: 'web-dev' }).queryKey, list([1], 12))
  const head = tagView.head(cache, props)
  assert.deepEqual(
    [head.title, head.feed?.path, head.previousPath, head.noindex],
    ['#web-dev · Page 2', '/tag/web-dev/rss.xml', '/tag/web-dev', false],
  )
})

test('reads tags in any script from the path, encoded or not', () => {
  for (const tag of ['日本語', 'web-dev']) {
    const path = tagAddress.href({ tag })
    assert.deepEqual(tagAddress.paramsIn(tagAddress.match(path)!), { tag })
    assert.deepEqual(tagAddress.paramsIn(tagAddress.match(decodeURI(path))!), { tag })
  }
  assert.equal(tagAddress.paramsIn({ tag: '%zz' }), null)
})
