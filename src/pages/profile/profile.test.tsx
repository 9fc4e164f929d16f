// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PostList } from '#features/posts/posts.contract.ts'
import type { User } from '#features/profiles/profiles.contract.ts'
import { keepProfile } from '#features/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/site/site.hooks.ts'
import { answer, mount, settle } from '#tests/mount.tsx'
import { alice, aPost } from '#tests/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { partOf, profileHref } from './profile-address.ts'
import { profilePage } from './profile.tsx'

const { email: _email, ...person } = alice
const none: PostList = { posts: [], page: 1, totalPages: 0, total: 0 }
const one: PostList = { posts: [aPost(7)], page: 1, totalPages: 1, total: 1 }

interface Shown {
  user?: Partial<User>
  posts?: PostList
  username?: string | undefined
  query?: Record<string, string>
  viewer?: typeof alice
  owner?: string | null
}

async function open({ user, posts = none, username = 'alice', query = {}, viewer, owner = 'alice' }: Shown = {}) {
  localStorage.clear()
  await settle(() => history.replaceState(null, '', username ? `/profile/${username}` : '/profile'))
  answer({
    'GET /api/users/by-username/alice': () => Response.json({ ...person, ...user }),
    'GET /api/users/1/posts': () => Response.json(posts),
    'GET /api/users/me': () => Response.json(viewer),
  })
  if (viewer) {
    localStorage.setItem('supabase_auth_token', JSON.stringify({ access_token: 't', refresh_token: 'r' }))
    await settle(() => keepProfile(viewer))
  }
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, { name: 'Devstead', ownerUsername: owner, isRegistrationOpen: true })
  const params: Record<string, string> = username ? { username } : {}
  const { page } = await mount(<profilePage.View params={params} query={query} />, cache)
  await settle()
  return page
}
const textOf = (page: HTMLElement) => page.textContent ?? ''
const linkTo = (page: HTMLElement, href: string) => page.querySelector(`a[href="${href}"]`)

test('which part of a profile is shown stands in the address, and nonsense there counts as not said', () => {
  assert.deepEqual(partOf({ tab: 'about', page: '3' }), { tab: 'about', page: 1 })
  assert.deepEqual(partOf({ tab: 'x', page: '3' }), { tab: 'posts', page: 3 })
  assert.equal(profileHref('alice', { page: 2 }), '/profile/alice?page=2')
  assert.equal(profileHref('alice', { tab: 'github', page: 2 }), '/profile/alice?tab=github')
  assert.equal(profileHref('alice'), '/profile/alice')
})

test('a profile has the name, what there is of the member, and their posts', async () => {
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

test('who has not written yet is told of differently to themselves and to others', async () => {
  const others = await open()
  assert.match(textOf(others), /No posts yet.*Alice Archer has not written anything yet/)
  const own = await open({ viewer: alice })
  assert.match(textOf(own), /Edit profile.*No posts yet.*What you write on the feed/)
})

test('about shows the bio with its lines, the skills and GitHub, or that there are none', async () => {
  const query = { tab: 'about' }
  assert.match(textOf(await open({ query })), /No bio provided\..*No skills listed\./)
  const bio = 'One\nTwo <b>'
  const page = await open({ query, user: { bio, skills: ['SQL'], githubUsername: 'al' } })
  assert.equal(page.querySelector('.profile-bio')?.textContent, bio)
  assert.equal(page.querySelector('.chips')?.textContent, 'SQL')
  assert.equal(linkTo(page, 'https://github.com/al')?.getAttribute('rel'), 'me noopener')
})

test('GitHub says when it is not connected, leads its owner to the settings, and leads on once it is', async () => {
  const query = { tab: 'github' }
  const others = await open({ query })
  assert.match(textOf(others), /GitHub not connected.*Alice Archer has not connected a GitHub account/)
  assert.equal(linkTo(others, '/settings'), null)
  const own = await open({ query, viewer: alice })
  assert.match(textOf(own), /Connect GitHub/)
  const connected = await open({ query, user: { githubUsername: 'al' } })
  assert.match(textOf(connected), /View Full Profile on GitHub/)
})

test('a name that nobody has is not found', async () => {
  assert.match(textOf(await open({ username: 'nobody' })), /Profile Not Found/)
})

test('/profile is the owner’s for visitors, leads members to their own, and an empty site to its first member', async () => {
  const visitor = await open({ username: '' })
  assert.equal(visitor.querySelector('h1')?.textContent, 'Alice Archer')
  await open({ username: '', owner: 'somebody', viewer: alice })
  assert.equal(location.pathname, '/profile/alice')
  assert.match(textOf(await open({ username: '', owner: null })), /Create the first account/)
})
