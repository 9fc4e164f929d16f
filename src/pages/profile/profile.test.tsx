import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import type { ProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import type { PostList } from '#features/writing/posts/posts.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { partOf, profileHref } from './profile-address.ts'
import { profileView } from './profile.tsx'

const { email: _email, ...person } = alice
const noLinks: ProfileLinks = { links: [], githubVerifiedAt: null }
const none: PostList = { posts: [], page: 1, totalPages: 0, total: 0 }
const one: PostList = { posts: [aPost(7)], page: 1, totalPages: 1, total: 1 }

interface Shown {
  user?: Partial<User>
  posts?: PostList
  username?: string | undefined
  query?: Record<string, string>
  viewer?: typeof alice
  owner?: string | null
  links?: ProfileLinks
  pinned?: PostList
  answers?: Answers
  sectionsOff?: Section[]
}

async function open({
  user,
  posts = none,
  username = 'alice',
  query = {},
  viewer,
  owner = 'alice',
  links = noLinks,
  pinned = none,
  answers = {},
  sectionsOff,
}: Shown = {}) {
  localStorage.clear()
  await settle(() => history.replaceState(null, '', username ? `/profile/${username}` : '/profile'))
  answer({
    'GET /api/users/by-username/alice': () => Response.json({ ...person, ...user }),
    'GET /api/users/1/posts': ({ search }) => Response.json(search.has('pinned') ? pinned : posts),
    'GET /api/users/1/links': () => Response.json(links),
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
    ownerUsername: owner,
    isRegistrationOpen: true,
    canSendEmail: true,
    sectionsOff,
  })
  const params = username ? { username } : {}
  const { page } = await mount(<profileView.View params={params} query={queryOf(query)} />, cache)
  await settleUntil(() => assert.doesNotMatch(textOf(page), /Loading this tab/))
  return page
}
const queryOf = (query: Record<string, string>) => profileAddress.queryIn(new URLSearchParams(query))
const textOf = (page: HTMLElement) => page.textContent ?? ''
const linkTo = (page: HTMLElement, href: string) => page.querySelector(`a[href="${href}"]`)

test('begins with “About” on sites without posts', async () => {
  const tabsOf = (page: HTMLElement) =>
    [...page.querySelectorAll('nav[aria-label=Profile] a')].map((tab) => [
      tab.textContent,
      tab.getAttribute('aria-current'),
    ])
  const page = await open({ sectionsOff: ['feed', 'blog'] })
  assert.deepEqual(tabsOf(page), [
    ['About', 'page'],
    ['GitHub', null],
  ])
  assert.doesNotMatch(textOf(page), /Posts/)
  assert.equal(tabsOf(await open({ sectionsOff: ['feed'] }))[0]?.[0], 'Posts0')
})

test('reads the selected tab from the URL and ignores invalid values', () => {
  assert.deepEqual(partOf(queryOf({ tab: 'about', page: '3' })), { tab: 'about', page: 1 })
  assert.deepEqual(partOf(queryOf({ tab: 'x', page: '3' })), { tab: 'posts', page: 3 })
  assert.equal(profileHref('alice', { page: 2 }), '/profile/alice?page=2')
  assert.equal(profileHref('alice', { tab: 'github', page: 2 }), '/profile/alice?tab=github')
  assert.equal(profileHref('alice'), '/profile/alice')
})

test('shows the member’s name, details, and posts', async () => {
  const page = await open({ posts: one, user: { postCount: 1, followersCount: 2 } })
  assert.equal(page.querySelector('h1')?.textContent, 'Alice Archer')
  assert.match(textOf(page), /@alice.*Software Developer.*Joined November 21, 2026/)
  assert.deepEqual(
    [...page.querySelectorAll('.profile-counts > div')].map((count) => count.textContent),
    ['Post1', 'Followers2', 'Following0'],
  )
  assert.equal(page.querySelectorAll('.h-entry').length, 1)
  assert.equal(linkTo(page, '/settings'), null)
})

test('shows pinned posts first on the first page, without repeating them', async () => {
  const list = (...ids: number[]): PostList => ({
    posts: ids.map((id) => aPost(id, { isPinned: id < 4 })),
    page: 1,
    totalPages: 2,
    total: 12,
  })
  const shown = (page: HTMLElement) =>
    [...page.querySelectorAll('.h-entry')].map((entry) => entry.textContent.match(/Pinned|Post \d/g)?.join(' '))
  const first = await open({ posts: list(9, 3, 8), pinned: list(2, 3) })
  assert.deepEqual(shown(first), ['Pinned Post 2', 'Pinned Post 3', 'Post 9', 'Post 8'])
  const second = await open({ posts: list(3, 1), pinned: list(2, 3), query: { page: '2' } })
  assert.deepEqual(shown(second), ['Post 3', 'Post 1'])
})

test('shows different empty states to the member and to others', async () => {
  const others = await open()
  assert.match(textOf(others), /No posts yet.*Alice Archer hasn’t written anything yet/)
  const own = await open({ viewer: alice })
  assert.match(textOf(own), /Edit profile.*No posts yet.*Your posts and articles will appear/)
})

test('shows the bio with line breaks, skills, and GitHub activity, or says which are missing', async () => {
  const query = { tab: 'about' }
  assert.match(textOf(await open({ query })), /No bio provided\..*No skills listed\./)
  const bio = 'One\nTwo <b>'
  const page = await open({ query, user: { bio, skills: ['SQL'], githubUsername: 'al' } })
  assert.equal(page.querySelector('.profile-bio')?.textContent, bio)
  assert.equal(page.querySelector('.chips')?.textContent, 'SQL')
  assert.equal(linkTo(page, 'https://github.com/al')?.getAttribute('rel'), 'me noopener')
})

test('shows the member’s links and whether they are verified', async () => {
  const links = [
    { label: 'LinkedIn', url: 'https://www.linkedin.com/in/alice', verifiedAt: null },
    { label: 'Blog', url: 'https://alice.example/', verifiedAt: '2026-11-22T00:00:00.000Z' },
  ]
  const page = await open({
    query: { tab: 'about' },
    user: { githubUsername: 'al' },
    links: { links, githubVerifiedAt: null },
  })
  const about = [...page.querySelectorAll('.portfolio-elsewhere li')].map((link) => link.textContent)
  assert.deepEqual(about, [
    'algithub.com/al',
    'LinkedInlinkedin.com/in/alice',
    'Blogalice.exampleVerified on Nov 22, 2026',
  ])
  const head = [...page.querySelectorAll('.h-card a[rel]')].map((link) => [link.getAttribute('rel'), link.className])
  assert.deepEqual(
    head,
    Array.from({ length: 3 }, () => ['me noopener', 'u-url']),
  )
  assert.equal(page.querySelectorAll('.h-card .verified-mark').length, 1)
})

test('shows the owner a settings link while GitHub is not connected, and a link to GitHub afterward', async () => {
  const query = { tab: 'github' }
  const others = await open({ query })
  assert.match(textOf(others), /GitHub not connected.*Alice Archer has not connected a GitHub account/)
  assert.equal(linkTo(others, '/settings'), null)
  const own = await open({ query, viewer: alice })
  assert.match(textOf(own), /Connect GitHub/)
  const connected = await open({ query, user: { githubUsername: 'al' } })
  assert.match(textOf(connected), /View Full Profile on GitHub/)
})

const activity = (id: number, type: string, repoName: string) => ({
  id,
  type,
  repoName,
  actionDetails: '',
  url: `https://github.com/${repoName}`,
  timestamp: '2026-11-21T00:00:00.000Z',
})
const activities = [activity(2, 'push', 'al/looms'), activity(1, 'star', 'bo/engine')]
const github = {
  query: { tab: 'github' },
  user: { githubUsername: 'al' },
  answers: {
    'GET /api/users/1/github-activities': ({ search }) =>
      Response.json(activities.filter(({ repoName }) => repoName.includes(search.get('q') ?? ''))),
    'GET /api/github/status': () => Response.json({ githubUsername: 'al', syncedAt: null, failure: null }),
  } satisfies Answers as Answers,
}
const buttonOf = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)

async function search(page: HTMLElement, words: string) {
  await settle(() => type(page.querySelector('input[name=q]')!, words))
  await settle(() => new Promise((resolve) => setTimeout(resolve, 300))) // the debounce delay
  await settle()
}

test('lists and searches GitHub activity', async () => {
  const page = await open(github)
  const shown = () => [...page.querySelectorAll('.activity-what')].map((one) => one.textContent)
  assert.deepEqual(shown(), ['Pushed to al/looms', 'Starred bo/engine'])
  assert.equal(buttonOf(page, 'Sync'), undefined)
  await search(page, 'engine')
  assert.deepEqual(shown(), ['Starred bo/engine'])
  await search(page, 'zed')
  assert.match(textOf(page), /No activity found.*“zed”/)
})

test('shows an empty state, and five skeletons while loading', async () => {
  const path = 'GET /api/users/1/github-activities'
  const none = await open({ ...github, answers: { ...github.answers, [path]: () => Response.json([]) } })
  assert.match(textOf(none), /No GitHub activity yet/)
  const never = () => new Promise<Response>(() => undefined)
  const pending = await open({ ...github, answers: { ...github.answers, [path]: never } })
  assert.equal(pending.querySelectorAll('.skeletons-item').length, 5)
})

test('lets the owner sync GitHub, reloads the page afterward, and shows an error if the sync fails', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const sync = 'POST /api/github/sync'
  const viewer = { ...alice, githubUsername: 'al' }
  const done = { [sync]: () => Response.json({ count: 1, message: '1 new' }) }
  const page = await open({ ...github, viewer, answers: { ...github.answers, ...done } })
  await settle(() => buttonOf(page, 'Sync GitHub')!.click())
  await settle(() => buttonOf(page, 'Sync')!.click())
  assert.equal(reload.mock.calls.length, 2)
  const refused = { [sync]: () => Response.json({ message: 'Once a minute.' }, { status: 429 }) }
  const other = await open({ ...github, viewer, answers: { ...github.answers, ...refused } })
  await settle(() => buttonOf(other, 'Sync')!.click())
  assert.equal(shownToast()?.title, 'Failed to sync GitHub activity: Once a minute.')
  assert.equal(reload.mock.calls.length, 2)
})

test('shows that an unknown member was not found', async () => {
  assert.match(textOf(await open({ username: 'nobody' })), /Profile Not Found/)
})

test('at /profile, shows visitors the owner or an invitation to register, and redirects members to their own profile', async () => {
  const visitor = await open({ username: '' })
  assert.equal(visitor.querySelector('h1')?.textContent, 'Alice Archer')
  await open({ username: '', owner: 'somebody', viewer: alice })
  assert.equal(location.pathname, '/profile/alice')
  assert.match(textOf(await open({ username: '', owner: null })), /Create the first account/)
})
