import assert from 'node:assert/strict'
import { mf2 } from 'microformats-parser'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, test, vi } from 'vitest'
import { Router, useSearch } from 'wouter'
import { articleListQuery } from '#features/writing/articles/article-list.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { blogView } from './blog.tsx'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

const anArticle = (id: number, part: Partial<Post> = {}): Post =>
  aPost(id, {
    title: `Article ${id}`,
    isLongForm: true,
    contentHtml: '',
    excerpt: `How article ${id} begins`,
    readingMinutes: id,
    createdAt: '2026-11-03T23:30:00.000Z',
    ...part,
  })
const tenArticles = Array.from({ length: 10 }, (_, index) => anArticle(index + 1))
const list = (posts: Post[], total = posts.length, page = 1) => ({
  posts,
  page,
  totalPages: Math.ceil(total / 10),
  total,
})
const posts = (...given: Parameters<typeof list>) => ({ 'GET /api/posts': () => Response.json(list(...given)) })
const noDrafts = { 'GET /api/drafts': () => Response.json({ drafts: [] }) }

function Page() {
  return <blogView.View params={{}} query={blogAddress.queryIn(new URLSearchParams(useSearch()))} />
}

async function open(address: string, answers: Answers) {
  await Promise.all([
    import('#features/writing/post-cards/post-menu.tsx'),
    import('#features/writing/articles/own-texts.tsx'),
  ])
  await settle(() => history.replaceState(null, '', address))
  const asked = answer(answers)
  const { page } = await mount(<Page />)
  await settle()
  const named = (name: string) =>
    [...page.querySelectorAll<HTMLElement>('a, button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    )
  const press = (name: string) => settle(() => named(name)!.click())
  const calls = () => asked.map(({ call }) => call)
  return { page, calls, named, press }
}

/** The server-rendered page. */
function served(asked: Record<string, string>, articles: ReturnType<typeof list>) {
  const query = blogAddress.queryIn(new URLSearchParams(asked))
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  cache.setQueryData(articleListQuery(articles.page).queryKey, articles)
  const html = renderToString(
    <Router ssrPath="/blog">
      <QueryClientProvider client={cache}>
        <blogView.View params={{}} query={query} />
      </QueryClientProvider>
    </Router>,
  )
  return { html, head: blogView.head(cache, { params: {}, query }), cache }
}

test('lists an article with its category, excerpt, author, date, and reading time', async () => {
  const t = await open('/blog', posts([anArticle(7)]))
  assert.equal(t.page.querySelector('h1')?.textContent, 'Blog Posts')
  assert.match(t.page.textContent, /Long-form articles and insights/)
  const article = t.page.querySelector('article')!
  for (const words of ['How article 7 begins', 'Alice Archer', 'November 3, 2026', '7 min read']) {
    assert.ok(article.textContent.includes(words), words)
  }
  const badge = article.querySelector('.badge')!
  assert.deepEqual([badge.textContent, badge.getAttribute('data-tint')], ['Tech Tips', 'teal'])
  assert.equal(t.named('Article 7')?.getAttribute('href'), '/post/7')
  assert.equal(t.named('Read More: Article 7')?.getAttribute('href'), '/post/7')
  assert.equal(article.querySelector('.p-author a')?.getAttribute('href'), '/profile/alice')
})

test('shows the first article of the first page larger than the others', async () => {
  const lead = async (address: string, page = 1) => {
    const t = await open(address, posts(tenArticles, 20, page))
    return [...t.page.querySelectorAll('[data-lead]')].map((article) => article.getAttribute('aria-label'))
  }
  assert.deepEqual(await lead('/blog'), ['Article 1'])
  assert.deepEqual(await lead('/blog?page=2', 2), [])
})

test('shows the username if an author has no display name, and Anonymous if they have neither', async () => {
  const by = (id: number, username: string) =>
    anArticle(id, { user: { id: 2, username, displayName: '', profileImage: null } })
  const t = await open('/blog', posts([by(1, 'bob'), by(2, '')]))
  assert.deepEqual(
    [...t.page.querySelectorAll('.p-author .p-name')].map((one) => one.textContent),
    ['bob', 'Anonymous'],
  )
})

test('renders an h-feed on the server', () => {
  const { html } = served({}, list([anArticle(7), anArticle(8)]))
  const { items } = mf2(html, { baseUrl: 'https://devstead.example/blog' })
  const [feed, ...others] = items
  assert.deepEqual([feed?.type, feed?.properties['name'], others], [['h-feed'], ['Blog Posts'], []])
  assert.equal(feed?.children?.length, 2)
  const entry = feed?.children?.[0]
  assert.deepEqual(entry?.type, ['h-entry'])
  const { name, summary, published, url, category, author } = entry.properties
  assert.deepEqual(
    [name, summary, published, url, category],
    [
      ['Article 7'],
      ['How article 7 begins'],
      ['2026-11-03T23:30:00.000Z'],
      ['https://devstead.example/post/7'],
      ['Tech Tips'],
    ],
  )
  const [card] = author as [{ type: string[]; properties: object }]
  assert.deepEqual(card.type, ['h-card'])
  assert.deepEqual(card.properties, { name: ['Alice Archer'], url: ['https://devstead.example/profile/alice'] })
})

test('makes no additional requests for visitors and shows them neither menus nor drafts', async () => {
  const { cache } = served({}, list([anArticle(7)]))
  const asked = answer({})
  history.replaceState(null, '', '/blog')
  const { page } = await mount(<Page />, cache)
  await settle()
  assert.deepEqual(asked, [])
  assert.equal(page.querySelector('.menu'), null)
  assert.ok(page.querySelector('a[href="/blog/create"]')!.classList.contains('for-members'))
})

test('lets members edit and delete their own articles, and explains why they cannot edit others’', async () => {
  signInHere()
  let isThere = true
  const own = anArticle(7, { canEdit: true, canDelete: true })
  const t = await open('/blog', {
    ...noDrafts,
    'GET /api/posts': () => Response.json(list(isThere ? [own, anArticle(8)] : [anArticle(8)])),
    'DELETE /api/posts/7': () => {
      isThere = false
      return new Response(null, { status: 204 })
    },
  })
  const [first, second] = [...t.page.querySelectorAll('article')].map((article) =>
    Array.from(article.querySelectorAll<HTMLElement>('[role=menuitem]')),
  )
  assert.equal(first![0]!.getAttribute('href'), '/blog/edit/7')
  assert.deepEqual(
    second!.map((item) => [item.getAttribute('aria-disabled'), item.querySelector('small')?.textContent]),
    [
      ['true', 'You can only edit your own posts.'],
      ['true', 'You can only delete your own posts.'],
    ],
  )
  await settle(() => first!.find((item) => item.textContent === 'Delete')!.click())
  const dialog = t.page.querySelector('dialog[open]')!
  assert.match(dialog.textContent, /^Delete Blog Post/)
  assert.match(dialog.textContent, /Are you sure you want to delete this blog post\? This action cannot be undone\./)
  await settle(() => [...dialog.querySelectorAll('button')].at(-1)!.click())
  assert.equal(shownToast()?.description, 'Blog post deleted successfully!')
  assert.equal(t.page.querySelectorAll('article').length, 1)
})

test('keeps an article in the list if it could not be deleted, and shows an error', async () => {
  signInHere()
  const t = await open('/blog', {
    ...noDrafts,
    ...posts([anArticle(7, { canEdit: true, canDelete: true })]),
    'DELETE /api/posts/7': () => new Response('', { status: 503 }),
  })
  await settle(() => [...t.page.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)!.click())
  await settle(() => [...t.page.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)!.click())
  const { title, description } = shownToast()!
  assert.deepEqual([title, description], ['Error', 'Failed to delete blog post. Please try again.'])
  assert.equal(t.page.querySelectorAll('article').length, 1)
})

test('keeps the page number in the URL, and links from a page past the end to the first page', async () => {
  const t = await open('/blog?page=2', posts(tenArticles, 35, 2))
  assert.deepEqual(
    ['Previous', 'Page 1', 'Page 3', 'Next'].map((name) => t.named(name)?.getAttribute('href')),
    ['/blog', '/blog', '/blog?page=3', '/blog?page=3'],
  )
  const past = await open('/blog?page=9', posts([], 35, 9))
  assert.match(past.page.textContent, /There are no blog posts on this page\./)
  assert.equal(past.named('Go to the first page')?.getAttribute('href'), '/blog')
})

test('does not refetch a page within a minute', async () => {
  const now = Date.now
  let passedMs = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passedMs)
  const t = await open('/blog', posts(tenArticles, 20))
  await t.press('Page 2')
  passedMs = 55_000
  await t.press('Page 1')
  assert.equal(t.calls().length, 2)
  passedMs = 61_000
  await t.press('Page 2')
  assert.equal(t.calls().length, 3)
})

test('shows an empty state, with a link to the editor for members', async () => {
  const t = await open('/blog', posts([]))
  const empty = t.page.querySelector('.empty')!
  assert.equal(empty.querySelector('h2')?.textContent, 'No Blog Posts Yet')
  const action = empty.querySelector('a')!
  assert.deepEqual([action.textContent, action.getAttribute('href')], ['Write Article', '/blog/create'])
  assert.ok(action.classList.contains('for-members'))
})

test('offers to retry after loading fails', async () => {
  let times = 0
  const t = await open('/blog', {
    'GET /api/posts': () => (++times === 1 ? new Response('', { status: 503 }) : Response.json(list([anArticle(7)]))),
  })
  assert.match(t.page.textContent, /Error Loading Blog Posts/)
  await t.press('Try Again')
  assert.ok(t.named('Article 7'))
})

test('sets the page title and feed link, and excludes an empty page from search engines', () => {
  const first = served({}, list([anArticle(7)])).head
  assert.deepEqual([first.title, first.feed?.path, first.noindex], ['Blog Posts', '/blog/rss.xml', false])
  assert.ok(first.description!.length <= 155)
  const second = served({ page: '2' }, list([anArticle(7)], 11, 2)).head
  assert.deepEqual([second.title, second.noindex], ['Blog Posts · Page 2', false])
  assert.equal(served({ page: '9' }, list([], 11, 9)).head.noindex, true)
  assert.equal(served({}, list([])).head.noindex, false)
})

test('shows members their drafts above the articles on the first page', async () => {
  signInHere()
  const draft = {
    key: '0'.repeat(32),
    title: 'A draft',
    excerpt: '',
    postId: null,
    schedule: null,
    isShared: false,
    openComments: 0,
    updatedAt: '2026-11-21T00:00:00.000Z',
  }
  const answers = { ...posts(tenArticles, 20), 'GET /api/drafts': () => Response.json({ drafts: [draft] }) }
  const t = await open('/blog', answers)
  const headings = [...t.page.querySelectorAll('h1, h2')].slice(0, 3)
  assert.deepEqual(
    headings.map((heading) => heading.textContent),
    ['Blog Posts', 'Your drafts', 'Article 1'],
  )
  const second = await open('/blog?page=2', answers)
  assert.doesNotMatch(second.page.textContent, /Your drafts/)
})
