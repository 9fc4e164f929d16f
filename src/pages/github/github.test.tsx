import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { useSearch } from 'wouter'
import type { GithubContributions, GithubRepository } from '#features/work/github/github.contract.ts'
import { cacheProfile, userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { githubPageAddress } from '#features/work/github/github-addresses.contract.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { githubHref, viewOf } from './github-address.ts'
import { githubView } from './github.tsx'

const person = { ...alice, githubUsername: 'alice-a' }
const activity = (id: number) => ({
  id,
  type: 'pr',
  repoName: `alice-a/looms-${id}`,
  actionDetails: `#${id} opened`,
  url: `https://github.com/alice-a/looms-${id}/pull/${id}`,
  timestamp: '2026-11-21T00:00:00.000Z',
})
const aPage = (first: number, count: number) => Array.from({ length: count }, (_, index) => activity(first - index))
const repository = (part: Partial<GithubRepository>): GithubRepository => ({
  name: 'looms',
  fullName: `alice-a/${part.name ?? 'looms'}`,
  description: null,
  language: null,
  stars: 0,
  forks: 0,
  htmlUrl: `https://github.com/alice-a/${part.name ?? 'looms'}`,
  updatedAt: '2026-11-21T00:00:00.000Z',
  isFork: false,
  isArchived: false,
  ...part,
})
const contributions: GithubContributions = {
  totalContributions: 6,
  eventCounts: { WatchEvent: 1, PushEvent: 5 },
  weeks: Array.from({ length: 12 }, (_, index) => ({ date: `2026-11-${10 + index}`, count: index % 2 })),
  source: 'events',
  years: [2026, 2025],
}

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const queryOf = (query: Record<string, string>) => githubPageAddress.queryIn(new URLSearchParams(query))

function Page() {
  return <githubView.View params={{}} query={githubPageAddress.queryIn(new URLSearchParams(useSearch()))} />
}

async function open(address: string, answers: Answers = {}, { viewer }: { viewer?: typeof alice } = {}) {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({
    'GET /api/users/by-username/alice': () => Response.json(person),
    'GET /api/users/1/github-activities': () => Response.json(aPage(9, 2)),
    'GET /api/github/status': () =>
      Response.json({ githubUsername: 'alice-a', syncedAt: '2026-11-21T00:00:00.000Z', failure: null }),
    'GET /api/github/contributions': () => Response.json(contributions),
    'GET /api/users/me': () => Response.json(viewer),
    ...answers,
  })
  if (viewer) {
    signInHere()
    await settle(() => cacheProfile(viewer))
  }
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  const { page } = await mount(<Page />, cache)
  await settle()
  const button = (name: string) => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  return { page, asked, button }
}

test('reads the selected view from the URL, and ignores invalid values', () => {
  const view = { username: 'bob', tab: 'repositories', q: 'a b' } as const
  assert.equal(githubHref(view), '/github?username=bob&tab=repositories&q=a+b')
  assert.deepEqual(viewOf(queryOf({ username: 'bob', tab: 'repositories', q: ' a b ' })), {
    ...view,
    before: undefined,
    year: undefined,
  })
  assert.deepEqual(viewOf(queryOf({ tab: 'x', before: 'x' })), {
    username: undefined,
    tab: 'recent',
    q: '',
    before: undefined,
    year: undefined,
  })
  assert.equal(githubHref({ tab: 'contributions', q: 'a', year: 2025 }), '/github?tab=contributions&year=2025')
})

test('shows visitors the owner’s latest activities and the time of the last sync', async () => {
  const { page, button } = await open('/github')
  assert.match(page.textContent, /GitHub.*Alice Archer.*alice-a.*Synced/)
  assert.equal(page.querySelectorAll('.activity').length, 2)
  assert.match(page.querySelector('.activity')!.textContent, /Created PR on alice-a\/looms-9#9 opened/)
  assert.equal(
    page.querySelector('.activity time')?.textContent,
    new Date('2026-11-21').toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  )
  assert.equal(button('Sync'), undefined)
})

test('loads more activities and focuses them, and links to them without JavaScript', async () => {
  const { page } = await open('/github', {
    'GET /api/users/1/github-activities': ({ search }) =>
      Response.json(search.get('before') === '71' ? aPage(70, 3) : aPage(100, 30)),
  })
  const more = page.querySelector<HTMLAnchorElement>('.activities-more')!
  assert.equal(more.getAttribute('href'), '/github?before=71')
  await settle(() => more.click())
  assert.equal(page.querySelectorAll('.activity').length, 33)
  assert.equal(location.search, '')
  assert.equal((document.activeElement as HTMLAnchorElement).href, 'https://github.com/alice-a/looms-70/pull/70')
  assert.equal(page.querySelector('.activities-more'), null)
})

test('groups activities by day and repository', async () => {
  const push = (id: number, timestamp: string) => ({
    ...activity(id),
    type: 'push',
    repoName: 'alice-a/tram-map',
    actionDetails: `main at ${id}`,
    timestamp,
  })
  const { page } = await open('/github', {
    'GET /api/users/1/github-activities': () =>
      Response.json([
        push(9, '2026-11-21T18:00:00.000Z'),
        push(8, '2026-11-21T09:00:00.000Z'),
        push(7, '2026-11-20T09:00:00.000Z'),
      ]),
  })
  const days = [...page.querySelectorAll('.activity-day')]
  assert.deepEqual(
    days.map((day) => [
      day.querySelector('h2')?.textContent,
      [...day.querySelectorAll('.activity-what')].map((one) => one.textContent),
    ]),
    [
      ['November 21, 2026', ['2 pushes to alice-a/tram-map']],
      ['November 20, 2026', ['Pushed to alice-a/tram-map']],
    ],
  )
  assert.equal(days[0]!.querySelector('summary')?.textContent, 'main at 9 and 1 more')
  assert.deepEqual(
    [...days[0]!.querySelectorAll('details a')].map((link) => link.textContent),
    ['main at 9', 'main at 8'],
  )
})

test('adds a search to the URL after a pause, and shows when there are no results', async () => {
  const { page, asked } = await open('/github', {
    'GET /api/users/1/github-activities': ({ search }) => Response.json(search.has('q') ? [] : aPage(9, 2)),
  })
  await settle(() => type(page.querySelector('input')!, 'nothing '))
  await settle(() => new Promise((resolve) => setTimeout(resolve, 300)))
  assert.equal(location.search, '?q=nothing')
  assert.match(page.textContent, /No Activity Found.*“nothing”/)
  assert.equal(asked.filter(({ call }) => call.endsWith('/github-activities')).length, 2)
})

test('shows the sync button only to the account’s owner', async () => {
  const own = await open('/github', {}, { viewer: person })
  assert.ok(own.button('Sync'))
  const bob = { ...alice, id: 2, username: 'bob', displayName: 'Bob', githubUsername: 'bob-b' }
  const others = await open('/github?username=alice', {}, { viewer: bob })
  assert.equal(others.button('Sync'), undefined)
})

test('shows why the last sync failed', async () => {
  const message = 'GitHub’s rate limit has been reached. Try again at 14:00 UTC.'
  const failure = { code: 'limit', message, retryAt: '2026-11-21T14:00:00.000Z' }
  const { page } = await open('/github', {
    'GET /api/github/status': () => Response.json({ githubUsername: 'alice-a', syncedAt: null, failure }),
  })
  assert.match(page.textContent, /Not synced yet/)
  assert.equal(page.querySelector('output.github-failure')?.textContent, message)
})

test('links to the settings when no account is set, except on other members’ pages', async () => {
  const none = { 'GET /api/users/by-username/alice': () => Response.json(alice) }
  const visitor = await open('/github', none)
  assert.equal(visitor.page.querySelector('h1')?.textContent, 'GitHub Account Not Connected')
  assert.ok(visitor.page.querySelector('a[href="/settings"]'))
  const bob = { ...person, id: 2, username: 'bob' }
  const others = await open('/github?username=alice', none, { viewer: bob })
  assert.equal(others.page.querySelector('a[href="/settings"]'), null)
  assert.match((await open('/github?username=nobody')).page.textContent, /Profile Not Found/)
})

test('filters repositories by name, description, and language', async () => {
  const list = [
    repository({ name: 'looms', language: 'Rust', stars: 1200, forks: 1, isArchived: true }),
    repository({ name: 'dots', description: 'My configuration', isFork: true }),
  ]
  const answers = { 'GET /api/github/repositories': () => Response.json(list) }
  const shown = (page: HTMLElement) => [...page.querySelectorAll('.repository')].map((one) => one.textContent)
  const all = await open('/github?tab=repositories', answers)
  assert.deepEqual(shown(all.page), [
    'loomsArchivedRust1,200 stars1 forkUpdated Nov 21, 2026',
    'dotsForkMy configuration0 stars0 forksUpdated Nov 21, 2026',
  ])
  assert.equal(all.page.querySelector('.repository a')?.getAttribute('href'), 'https://github.com/alice-a/looms')
  for (const q of ['RUST', 'loo']) {
    const { page } = await open(`/github?tab=repositories&q=${q}`, answers)
    assert.deepEqual([page.querySelectorAll('.repository').length, page.querySelector('h2')?.textContent], [1, 'looms'])
  }
  const none = await open('/github?tab=repositories&q=zed', answers)
  assert.match(none.page.textContent, /No Repositories Found/)
})

test('shows contributions in total, by kind, and by day, and lets the reader choose a year', async () => {
  const { page } = await open('/github?tab=contributions')
  assert.equal(page.querySelector('.contribution-total')?.textContent, '6')
  const bar = page.querySelector('progress')!
  assert.deepEqual([bar.value, bar.max], [6, 100])
  assert.deepEqual(
    [...page.querySelectorAll('.contribution-kinds > div')].map((kind) => kind.textContent),
    ['Push5', 'Watch1'],
  )
  assert.match(page.textContent, /Recent Activity.*Contribution activity for the last 12 days/)
  assert.deepEqual(
    [...page.querySelectorAll('.github-years a')].map((year) => year.getAttribute('href')),
    ['/github?tab=contributions', '/github?tab=contributions&year=2026', '/github?tab=contributions&year=2025'],
  )
})

test('says so if there are no contributions or loading fails, and reloads the page on retry', async () => {
  const nothing = { ...contributions, totalContributions: 0, eventCounts: {}, weeks: [], years: [] }
  const empty = await open('/github?tab=contributions', {
    'GET /api/github/contributions': () => Response.json(nothing),
  })
  assert.match(empty.page.textContent, /No Contribution Data/)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const failing = () => Response.json({ message: 'The database is restarting.' }, { status: 503 })
  for (const [tab, title] of [
    ['contributions', /Error Loading Contributions.*The database is restarting/],
    ['repositories', /Error Loading Repositories.*The database is restarting/],
  ] as const) {
    const failed = await open(`/github?tab=${tab}`, { [`GET /api/github/${tab}`]: failing })
    assert.match(failed.page.textContent, title)
    await settle(() => failed.button('Try Again')!.click())
  }
  assert.equal(reload.mock.calls.length, 2)
})

test('shows five placeholders while loading', async () => {
  const never = () => new Promise<Response>(() => undefined)
  for (const tab of ['', 'repositories', 'contributions']) {
    const { page } = await open(`/github?tab=${tab}`, {
      'GET /api/users/1/github-activities': never,
      'GET /api/github/repositories': never,
      'GET /api/github/contributions': never,
    })
    assert.equal(page.querySelectorAll('.skeletons-item').length, 5, tab)
  }
})

test('names the member in the title, and excludes searches and later pages from search engines', () => {
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  cache.setQueryData(userQuery('alice').queryKey, person)
  const head = (query: Record<string, string>) => githubView.head(cache, { params: {}, query: queryOf(query) })
  const { title, canonicalPath, noindex } = head({ username: 'alice', tab: 'contributions', year: '2025' })
  assert.deepEqual(
    [title, canonicalPath, noindex],
    ['Contributions · 2025 · Alice Archer (@alice)', '/github?tab=contributions&year=2025', false],
  )
  assert.deepEqual([head({ q: 'x' }).noindex, head({ before: '7' }).noindex], [true, true])
})
