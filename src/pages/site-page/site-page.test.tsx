import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import type { PublishedPage } from '#features/writing/site-pages/published-page.contract.ts'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { pageAt, propsOf } from '#pages/pages.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { sitePageView } from './site-page.tsx'

const about: PublishedPage = {
  id: 7,
  slug: 'about',
  title: 'About us',
  contentHtml: '<p>Words</p>',
  description: 'Words',
  updatedAt: '2026-11-21T00:00:00.000Z',
}

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
})

const noPage: Answers = { 'GET /api/page': () => Response.json(null) }

async function open(path: string, answers: Answers = { 'GET /api/page': () => Response.json(about) }) {
  const asked = answer(answers)
  const match = pageAt(path, {})
  assert.equal(match.page.name, 'site-page')
  const { params } = propsOf(match, new URLSearchParams())
  const { page } = await mount(<sitePageView.View params={params as { slug: string }} query={{}} />)
  await settle()
  return { page, asked: asked.map(({ call }) => call) }
}

test('shows the page without a date, and shows administrators a link to its editor', async () => {
  const { page } = await open('/about')
  assert.equal(page.querySelector('h1')?.textContent, 'About us')
  assert.equal(page.querySelector('.e-content')?.innerHTML, '<p>Words</p>')
  assert.equal(page.querySelector('time'), null)
  assert.equal(page.querySelector('a[href="/admin/pages/7"]'), null)
  signInHere()
  cacheProfile({ ...alice, role: 'admin' })
  const again = await open('/about')
  assert.ok(again.page.querySelector('a[href="/admin/pages/7"]'))
})

test('shows that the page does not exist', async () => {
  const { page } = await open('/nowhere', noPage)
  assert.equal(page.querySelector('h1')?.textContent, 'Page not found')
})

test('offers a search and the newest posts if the page does not exist', async () => {
  const posts = [aPost(7, { title: 'On naming', slug: 'on-naming' }), aPost(8)]
  const { page } = await open('/nowhere', {
    ...noPage,
    'GET /api/posts': () => Response.json({ posts, page: 1, totalPages: 1, total: 2 }),
  })
  assert.deepEqual(
    [...page.querySelectorAll('.recent-post')].map((link) => [
      link.getAttribute('href'),
      link.querySelector('.recent-post-title')?.textContent,
    ]),
    [
      ['/blog/on-naming', 'On naming'],
      ['/post/8', 'Post 8'],
    ],
  )
  const form = page.querySelector('form')!
  assert.equal(form.getAttribute('action'), '/search')
  await settle(() => type(form.querySelector('input')!, 'looms'))
  await settle(() => form.requestSubmit())
  assert.equal(location.pathname + location.search, '/search?q=looms')
})

test('does not request a page for a path that no page can have', async () => {
  for (const path of ['/a/b/c/d', '/wp-login.php', '/%E0%A4%A']) {
    const { page, asked } = await open(path)
    assert.equal(page.querySelector('h1')?.textContent, 'Page not found', path)
    assert.equal(
      asked.some((call) => call.startsWith('GET /api/page')),
      false,
      path,
    )
  }
})

test('redirects from a former URL to the current one', async () => {
  await open('/old')
  await settleUntil(() => assert.equal(location.pathname, '/about'))
})

test('sets a title and a description, and excludes a missing page from search engines', () => {
  const cache = createQueryCache()
  const props = { params: { slug: 'about' }, query: {} }
  assert.equal(sitePageView.head(cache, props).title, 'about')
  cache.setQueryData(publishedPageQuery('about').queryKey, () => about)
  assert.deepEqual(sitePageView.head(cache, props), { title: 'About us', description: 'Words' })
  cache.setQueryData(publishedPageQuery('about').queryKey, null)
  assert.equal(sitePageView.head(cache, props).noindex, true)
})
