import assert from 'node:assert/strict'
import { QueryClientProvider } from '@tanstack/react-query'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, test, vi } from 'vitest'
import { Router, useSearch } from 'wouter'
import { categoriesQuery } from '#features/writing/categories/categories.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { postListQuery } from '#features/writing/posts/posts.hooks.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { alice, aPost } from '#tests/support/samples.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { feedAddress, homeAddress } from './home-address.ts'
import { FeedFilters } from './feed-filters.tsx'
import { homeView } from './home.tsx'

const categories = [
  { id: 1, name: 'tech_tips', displayName: 'Tech Tips', color: 'teal' },
  { id: 3, name: 'job_openings', displayName: 'Job Openings', color: 'amber' },
]

const list = (posts: Post[], total = posts.length) =>
  Response.json({ posts, page: 1, totalPages: Math.ceil(total / 10), total })

beforeEach(() => localStorage.clear())

const queryOf = (query: Record<string, string>) => homeAddress.queryIn(new URLSearchParams(query))

function Page() {
  return <homeView.View params={{}} query={homeAddress.queryIn(new URLSearchParams(useSearch()))} />
}

async function open(address: string, answers: Answers, ownerUsername: string | null = 'alice') {
  history.replaceState(null, '', address)
  const asked = answer(answers)
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername,
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  cache.setQueryData(categoriesQuery.queryKey, categories)
  const { page } = await mount(<Page />, cache)
  await settle()
  const link = (name: string) =>
    [...page.querySelectorAll('a')].find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)
  const follow = (name: string) => settle(() => link(name)!.click())
  return { page, asked, link, follow, cache }
}

const here = () => location.pathname + location.search
const feed = {
  'GET /api/posts': () =>
    list(
      Array.from({ length: 10 }, (_, index) => aPost(index + 1)),
      95,
    ),
}

test('reads the filters from the URL and ignores invalid ones', () => {
  assert.deepEqual(queryOf({ page: '3', type: 'popular', categoryId: '1' }), {
    page: 3,
    type: 'popular',
    categoryId: 1,
  })
  assert.deepEqual(queryOf({ page: '-1', type: 'best', categoryId: 'x' }), {
    page: 1,
    type: undefined,
    categoryId: undefined,
  })
  assert.equal(feedAddress.href({ page: 3, type: 'popular', categoryId: 1 }), '/?page=3&type=popular&categoryId=1')
  assert.equal(feedAddress.href({ page: 1 }), '/')
})

test('offers to show posts that were published while the feed was open, and counts each once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let posts = [
      aPost(2, { createdAt: '2026-11-02T00:00:00.000Z' }),
      aPost(1, { createdAt: '2026-11-01T00:00:00.000Z' }),
    ]
    const t = await open('/', { 'GET /api/posts': () => list(posts) })
    const button = () => t.page.querySelector('.new-posts button')
    const shown = () => [...t.page.querySelectorAll('.entries > *')].length
    await settle(() => vi.advanceTimersByTime(60_000))
    assert.equal(button(), null)
    posts = [aPost(3, { createdAt: '2026-11-03T00:00:00.000Z' }), posts[0]!] // and one was deleted
    await settle(() => vi.advanceTimersByTime(60_000))
    assert.equal(button()?.textContent, 'Show 1 new post')
    posts = [aPost(4, { createdAt: '2026-11-04T00:00:00.000Z' }), ...posts]
    await settle(() => vi.advanceTimersByTime(60_000))
    assert.equal(button()?.textContent, 'Show 2 new posts')
    assert.equal(shown(), 2)
    await settle(() => t.page.querySelector<HTMLElement>('.new-posts button')!.click())
    assert.deepEqual([button(), shown()], [null, 3])
  } finally {
    vi.useRealTimers()
  }
})

test.for(['/?type=popular', '/?page=2'])('does not check for new posts at %s', async (address) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const t = await open(address, feed)
    const before = t.asked.length
    await settle(() => vi.advanceTimersByTime(180_000))
    assert.equal(t.asked.length, before)
  } finally {
    vi.useRealTimers()
  }
})

test('returns to page 1 when a filter changes', async () => {
  const t = await open('/?page=3', feed)
  await t.follow('Popular')
  assert.equal(here(), '/?type=popular')
  await settle(() => type(t.page.querySelector('select')!, '3'))
  assert.equal(here(), '/?type=popular&categoryId=3')
  await t.follow('Page 2')
  assert.equal(here(), '/?page=2&type=popular&categoryId=3')
  await t.follow('Clear category filter')
  assert.equal(here(), '/?type=popular')
  await t.follow('Remove filter: Popular')
  assert.equal(here(), '/')
  await settle(() => type(t.page.querySelector('select')!, '1'))
  await settle(() => type(t.page.querySelector('select')!, ''))
  assert.equal(here(), '/')
})

test('moves focus to the page when a filter chip is removed', async () => {
  const t = await open('/?type=popular', feed)
  t.page.id = 'content'
  t.page.tabIndex = -1
  t.link('Remove filter: Popular')!.focus()
  await t.follow('Remove filter: Popular')
  assert.equal(document.activeElement, t.page)
})

test('applies a category chosen before hydration, and ignores an unknown category', async () => {
  answer(feed)
  history.replaceState(null, '', '/?type=popular')
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  cache.setQueryData(categoriesQuery.queryKey, categories)
  const site = (
    <QueryClientProvider client={cache}>
      <FeedFilters feed={{ page: 1, type: 'popular', categoryId: undefined }} />
    </QueryClientProvider>
  )
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(<Router ssrPath="/">{site}</Router>)
  place.querySelector('select')!.value = '3'
  let root: Root
  await settle(() => (root = hydrateRoot(place, <Router>{site}</Router>)))
  assert.equal(here(), '/?type=popular&categoryId=3')
  await settle(() => root.unmount())
  place.remove()

  await open('/?categoryId=99', feed)
  assert.equal(here(), '/?categoryId=99')
})

test('links to the first, last, and nearby pages', async () => {
  const t = await open('/?page=5', feed)
  const bar = t.page.querySelector('.pagination-numbers')!
  assert.deepEqual(
    [...bar.children].map((one) => one.textContent),
    ['1', '…', '4', '5', '6', '…', '10'],
  )
  assert.equal(bar.querySelector('[aria-current=page]')?.textContent, '5')
  assert.equal(t.link('Page 4')?.getAttribute('href'), '/?page=4')
  assert.equal(t.link('Page 1')?.getAttribute('href'), '/')
})

test('adds a keyboard-accessible link to the rest of a truncated short post', async () => {
  const t = await open('/', { 'GET /api/posts': () => list([aPost(1), aPost(2, { isTruncated: true })]) })
  const rests = [...t.page.querySelectorAll('.post-card-rest')]
  assert.deepEqual(
    rests.map((rest) => [rest.getAttribute('href'), rest.getAttribute('tabindex')]),
    [
      ['/post/1', '-1'],
      ['/post/2', null],
    ],
  )
})

test('shows short posts in full, and articles with their title, excerpt, and a Read More link', async () => {
  const article = aPost(2, { title: 'A long one', isLongForm: true, contentHtml: '', excerpt: 'How it begins' })
  const t = await open('/', { 'GET /api/posts': () => list([aPost(1), article]) })
  assert.deepEqual(
    Array.from(t.page.querySelectorAll('.prose'), (text) => text.innerHTML),
    ['<p>Post <b>1</b></p>'],
  )
  assert.match(t.page.textContent, /How it begins/)
  assert.equal(t.link('Read More: A long one')?.getAttribute('href'), '/post/2')
})

const emptiness: [address: string, sentence: string, actions: string[]][] = [
  ['/', 'No posts have been created yet. Be the first to create a post!', []],
  ['/?type=popular', 'There are no popular posts at the moment.', ['View all posts']],
  ['/?categoryId=1', 'No posts found in the "Tech Tips" category.', ['View all posts', 'Clear category filter']],
  [
    '/?type=popular&categoryId=1',
    'No posts match your current filter criteria.',
    ['View all posts', 'Clear category filter'],
  ],
]
for (const [address, sentence, actions] of emptiness) {
  test(`explains why there are no posts at ${address} and suggests what to do`, async () => {
    const t = await open(address, { 'GET /api/posts': () => list([]) })
    const empty = t.page.querySelector('.empty')!
    assert.ok(empty.textContent.includes(sentence))
    assert.deepEqual(
      [...empty.querySelectorAll('a')].map((one) => one.textContent),
      actions,
    )
  })
}

test('links from a page past the end to the first page', async () => {
  const t = await open('/?page=99', { 'GET /api/posts': () => list([], 12) })
  assert.match(t.page.textContent, /There are no posts on this page/)
  assert.equal(t.link('Go to the first page')?.getAttribute('href'), '/')
})

test('offers to retry after loading fails', async () => {
  let times = 0
  const t = await open('/', {
    'GET /api/posts': () => (++times === 1 ? new Response('', { status: 503 }) : list([aPost(1)])),
  })
  assert.match(t.page.textContent, /Error Loading Posts/)
  await settle(() => [...t.page.querySelectorAll('button')].find((one) => one.textContent === 'Try Again')!.click())
  assert.ok(t.page.querySelector('.prose'))
})

test('names the filters in the title, and excludes an empty result from search engines', () => {
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  cache.setQueryData(categoriesQuery.queryKey, categories)
  const headOf = (query: Record<string, string>) => homeView.head(cache, { params: {}, query: queryOf(query) })
  assert.equal(headOf({}).title, 'Devstead')
  const filtered = { type: 'popular', categoryId: '1', page: '2' }
  assert.equal(headOf(filtered).title, 'Popular · Tech Tips · Page 2')
  assert.equal(headOf(filtered).noindex, false)
  cache.setQueryData(postListQuery(queryOf(filtered)).queryKey, { posts: [], page: 2, totalPages: 0, total: 0 })
  assert.equal(headOf(filtered).noindex, true)
})

test('links to registration on an empty site, without any request', async () => {
  const t = await open('/', {}, null)
  assert.match(t.page.textContent, /The first person to register becomes the owner/)
  assert.equal(t.link('Create the first account')?.getAttribute('href'), '/login?tab=register')
  assert.deepEqual(t.asked, [])
})

test('shows visitors the owner in the sidebar, with a link to their sponsor page', async () => {
  const t = await open('/', feed)
  assert.equal(t.link('Sponsor Me')?.getAttribute('href'), '/sponsor/alice')
  assert.ok(t.asked.some(({ call }) => call === 'GET /api/users/by-username/alice'))
  assert.equal(t.page.querySelector('textarea'), null)
})

test('lets members choose Following, and explains how to fill an empty list', async () => {
  signInHere()
  cacheProfile(alice)
  const { page, link, follow } = await open('/', {
    'GET /api/posts': (request) => (request.search.get('type') === 'following' ? list([]) : feed['GET /api/posts']()),
    'GET /api/users/me': () => Response.json(alice),
  })
  await follow('Following')
  assert.equal(here(), '/?type=following')
  assert.ok(link('Remove filter: Following'))
  assert.match(page.textContent, /Follow someone to see their posts here/)
})

test('does not offer the Following feed to visitors, and shows them all posts at its URL', async () => {
  const t = await open('/?type=following', feed)
  assert.ok(t.link('Following')!.classList.contains('for-members'))
  assert.equal(t.link('All Posts')?.getAttribute('aria-current'), 'page')
  assert.equal(t.page.querySelectorAll('article').length, 10)
})

test('hides the general feed from members with mutes until their own feed has loaded', async () => {
  const root = document.documentElement
  root.dataset['ownFeed'] = ''
  signInHere()
  cacheProfile(alice)
  const own = Promise.withResolvers<Response>()
  const t = await open('/', { ...feed, 'GET /api/posts': () => own.promise })
  assert.equal(root.dataset['ownFeed'], '')
  own.resolve(list([aPost(1)]))
  await settleUntil(() => assert.equal(root.dataset['ownFeed'], undefined))
  assert.equal(t.page.querySelectorAll('.post-card').length, 1)
})

test('hides the general feed at the URL of Following until the posts and the tags above them have loaded', async () => {
  const root = document.documentElement
  root.dataset['ownFeed'] = ''
  signInHere()
  cacheProfile(alice)
  const tags = Promise.withResolvers<Response>()
  const answers = { 'GET /api/posts': () => list([aPost(1)]), 'GET /api/followed-tags': () => tags.promise }
  const t = await open('/?type=following', { ...feed, ...answers })
  assert.equal(t.page.querySelectorAll('.post-card').length, 1)
  assert.equal(root.dataset['ownFeed'], '')
  tags.resolve(Response.json({ tags: [] }))
  await settleUntil(() => assert.equal(root.dataset['ownFeed'], undefined))
})

test('lists live and upcoming streams next to the feed, with a countdown', async () => {
  const stream = (id: number, status: string, minutes: number | null) => ({
    id,
    title: `Stream ${id}`,
    status,
    scheduledAt: minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString(),
    user: { id: 1, username: 'alice', displayName: 'Alice Archer', profileImage: null },
  })
  const shown = async (...streams: object[]) => {
    const { page } = await open('/', { ...feed, 'GET /api/livestreams': () => Response.json(streams) })
    return [...page.querySelectorAll('.announced-stream')].map(({ textContent }) => textContent)
  }
  const [live, next, ...others] = await shown(
    stream(1, 'active', -60),
    stream(2, 'idle', 125),
    stream(3, 'offline', 4320),
  )
  assert.match(live!, /Stream 1Alice ArcherLIVE$/)
  assert.match(next!, /Stream 2Alice Archer.*02:0[45]:\d\d$/)
  assert.deepEqual(others, [])
  assert.deepEqual(await shown(stream(4, 'idle', null), stream(5, 'offline', -1)), [])
})

test('draws the composer on the page for visitors, where only members see it before it has loaded', async () => {
  const { page } = await open('/', feed)
  assert.equal(page.querySelector('.for-members > .composer-outline')?.textContent, 'What are you working on?')
})

test('shows readers the feed without the composer', async () => {
  signInHere()
  cacheProfile({ ...alice, role: 'reader' })
  const { page } = await open('/', { ...feed, 'GET /api/users/me': () => Response.json({ ...alice, role: 'reader' }) })
  assert.ok(page.querySelector('.post-card'))
  assert.equal(page.querySelector('.composer-place'), null)
})
