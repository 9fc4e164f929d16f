import assert from 'node:assert/strict'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { test } from 'vitest'
import { Router, useSearch } from 'wouter'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import type { SearchResults } from '#features/discovery/search/search.contract.ts'
import { searchQuery } from '#features/discovery/search/search.hooks.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { aPost } from '#tests/support/samples.ts'
import { answer, type Answers, mount, settle, type } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { searchHref, searchOf } from './search-address.ts'
import { searchView } from './search.tsx'

const queryOf = (query: Record<string, string>) => searchAddress.queryIn(new URLSearchParams(query))

function Page() {
  return <searchView.View params={{}} query={searchAddress.queryIn(new URLSearchParams(useSearch()))} />
}

const { user, category, createdAt } = aPost(7)
const results: SearchResults = {
  results: [
    {
      kind: 'article',
      id: 7,
      slug: null,
      title: ['', 'Indexes', ' that pay'],
      snippet: ['An ', 'index', ' is <b>'],
      createdAt,
      user,
      category,
    },
    { kind: 'post', id: 8, slug: null, title: null, snippet: ['One ', 'index', ''], createdAt, user, category },
    { kind: 'member', id: 1, name: ['Alice'], snippet: ['', 'Index', ' maker'], user },
  ],
  counts: { post: 1, article: 1, member: 1, project: 0 },
  page: 1,
  totalPages: 1,
  total: 3,
  isCapped: false,
}
const nothing: SearchResults = {
  ...results,
  results: [],
  counts: { post: 0, article: 0, member: 0, project: 0 },
  total: 0,
  totalPages: 0,
}
const finds = (found: SearchResults): Answers => ({ 'GET /api/search': () => Response.json(found) })

const site: SiteInfo = { name: 'Devstead', ownerUsername: 'ada', isRegistrationOpen: true, canSendEmail: true }

async function open(address: string, answers: Answers = finds(results), part: Partial<SiteInfo> = {}) {
  history.replaceState(null, '', address)
  const asked = answer(answers)
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, { ...site, ...part })
  const { page } = await mount(<Page />, cache)
  await settle()
  const input = page.querySelector<HTMLInputElement>('input[name=q]')!
  const ask = (text: string) =>
    settle(() => {
      type(input, text)
      input.form!.requestSubmit()
    })
  return { page, asked, input, ask }
}
const pause = () => settle(() => new Promise((resolve) => setTimeout(resolve, 300)))
const here = () => location.pathname + location.search

test('reads the search from the URL and ignores invalid values', () => {
  assert.deepEqual(searchOf(queryOf({ q: ' a b ', kind: 'member', page: '3' })), { q: 'a b', kind: 'member', page: 3 })
  assert.deepEqual(searchOf(queryOf({ kind: 'planet', page: '-1' })), { q: '', kind: 'all', page: 1 })
  assert.equal(searchHref({ q: 'a&b', kind: 'member', page: 3 }), '/search?q=a%26b&kind=member&page=3')
  assert.equal(searchHref({ kind: 'all', page: 1 }), '/search')
})

test('shows only a focused field and sends no request without a query', async () => {
  const t = await open('/search')
  assert.equal(t.asked.length, 0)
  assert.equal(document.activeElement, t.input)
  assert.equal(t.page.querySelector('nav'), null)
})

test('shows results as plain text with highlighted words', async () => {
  const t = await open('/search?q=index')
  const links = [...t.page.querySelectorAll('h2 a')].map((link) => [link.textContent, link.getAttribute('href')])
  assert.deepEqual(links, [
    ['Indexes that pay', '/post/7'],
    ['One index', '/post/8'],
    ['Alice', '/profile/alice'],
  ])
  assert.deepEqual(
    [...t.page.querySelectorAll('mark')].map((mark) => mark.textContent),
    ['Indexes', 'index', 'index', 'Index'],
  )
  assert.equal(t.page.querySelector('b'), null)
  assert.match(t.page.textContent, /3 results/)
  assert.deepEqual(
    [...t.page.querySelectorAll('.tab')].map((tab) => tab.textContent),
    ['All', 'Posts1', 'Articles1', 'Members1', 'Projects0'],
  )
})

test('offers only the result types whose sections are turned on', async () => {
  const t = await open('/search?q=index', finds(results), { sectionsOff: ['projects', 'members'] })
  assert.deepEqual(
    [...t.page.querySelectorAll('.tab')].map((tab) => tab.textContent),
    ['All', 'Posts1', 'Articles1'],
  )
  assert.equal(t.input.labels?.[0]?.textContent, 'Search posts and articles')
})

test('updates the URL on a new search, keeping the kind and the typed text, and starts at page 1', async () => {
  const t = await open('/search?q=index&kind=article&page=2')
  await t.ask('  two words ')
  assert.equal(here(), '/search?q=two+words&kind=article')
  assert.equal(t.input.value, '  two words ')
  assert.equal(t.asked.length, 2)
  await settle(() => history.back())
  assert.equal(t.input.value, 'index')
})

test('shows results while the user is typing, in one history entry, and announces their number', async () => {
  const t = await open('/search')
  const total = () => t.page.querySelector('output')?.textContent
  const entries = history.length
  for (const text of ['i', 'in', 'ind']) type(t.input, text)
  assert.equal(t.asked.length, 0)
  await pause()
  assert.equal(here(), '/search?q=ind')
  const status = t.page.querySelector('output')
  assert.equal(total(), '3 results')
  type(t.input, 'ind -')
  await pause()
  type(t.input, 'ind !!')
  await pause()
  assert.equal(here(), '/search?q=ind+%21%21')
  assert.equal(t.input.value, 'ind !!')
  assert.equal(t.page.querySelector('output'), status)
  assert.equal(history.length, entries + 1)
  type(t.input, '')
  await pause()
  assert.equal(here(), '/search')
})

test('returns to page 1 when the same terms are submitted, and adds no history entry on page 1', async () => {
  const t = await open('/search?q=index&page=2')
  await t.ask('index')
  assert.equal(here(), '/search?q=index')
  const entries = history.length
  await t.ask('index')
  assert.equal(history.length, entries)
})

test('does not search for typed text after a click on a link, which opens', async () => {
  const t = await open('/search?q=index')
  const entry = t.page.querySelector<HTMLAnchorElement>('h2 a')!
  entry.addEventListener('click', (event) => event.preventDefault())
  type(t.input, 'indexes')
  entry.click()
  await pause()
  assert.equal(here(), '/search?q=index')
  assert.equal(t.input.value, 'indexes')
})

test('searches for the kind that is shown once the user pauses', async () => {
  const t = await open('/search?q=index')
  type(t.input, 'indexes')
  await settle(() => history.pushState(null, '', '/search?q=index&kind=article'))
  await pause()
  assert.equal(here(), '/search?q=indexes&kind=article')
})

test('does not search for text without words until it is submitted', async () => {
  const t = await open('/search?q=index')
  type(t.input, '!!!')
  await pause()
  assert.equal(here(), '/search?q=index')
  await settle(() => t.input.form!.requestSubmit())
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, 'Enter a word to search for')
})

test('offers to search all kinds when one kind has no results', async () => {
  const t = await open('/search?q=xyz&kind=member', finds(nothing))
  assert.match(t.page.textContent, /No members for "xyz"/)
  assert.equal([...t.page.querySelectorAll('a')].at(-1)?.getAttribute('href'), '/search?q=xyz')
})

test('shows a capped total, and links from a page past the end to the first page', async () => {
  const many = { ...results, results: [], total: 1000, totalPages: 100, page: 101, isCapped: true }
  const { counts: _counts, ...capped } = many
  const t = await open('/search?q=the&page=101', finds(capped))
  assert.match(t.page.textContent, /More than 1,000 results · Page 101/)
  assert.equal(t.page.querySelector('.empty a')?.getAttribute('href'), '/search?q=the')
  assert.deepEqual(
    [...t.page.querySelectorAll('.tab')].map((tab) => tab.textContent),
    ['All', 'Posts', 'Articles', 'Members', 'Projects'],
  )
})

test.each([
  ['!!!', 'Enter a word to search for'],
  ['a'.repeat(300), 'A search can have at most 200 characters'],
])('shows a validation error at the field without sending a request: %s', async (query, message) => {
  const t = await open(`/search?q=${query}`)
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, message)
  assert.equal(t.asked.length, 0)
})

test('shows why a search failed and retries it', async () => {
  let isBusy = true
  const t = await open('/search?q=index', {
    'GET /api/search': () =>
      isBusy ? Response.json({ message: 'Search is busy.' }, { status: 503 }) : Response.json(results),
  })
  assert.match(t.page.textContent, /Search failed.*Search is busy\./)
  isBusy = false
  await settle(() => t.page.querySelector<HTMLElement>('.empty button')!.click())
  assert.match(t.page.textContent, /3 results/)
})

test('renders results on the server and excludes them from search engines', () => {
  const cache = createQueryCache()
  cache.setQueryData(searchQuery({ q: 'index', kind: 'all', page: 1 }).queryKey, results)
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <Router ssrPath="/search" ssrSearch="q=index">
        <Page />
      </Router>
    </QueryClientProvider>,
  )
  assert.match(html, /<form[^>]* action="\/search" method="get"/)
  assert.match(html, /<mark>Indexes<\/mark> that pay/)
  const headOf = (query: Record<string, string>) => searchView.head(cache, { params: {}, query: queryOf(query) })
  assert.deepEqual(headOf({ q: 'index', page: '2' }), {
    title: 'Search: index · Page 2',
    canonicalPath: '/search',
    noindex: true,
  })
  assert.equal(headOf({}).noindex, undefined)
})
