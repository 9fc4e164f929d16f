import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ListedUser, User } from '#features/people/profiles/profiles.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { followersAddress } from '#features/people/follows/follow-addresses.contract.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import type { PageView } from '../page.ts'
import { followersView, followingView } from './follows.tsx'

const { email: _email, ...person } = alice
const bob: ListedUser = {
  id: 2,
  username: 'bob',
  displayName: 'Bob Baker',
  profileImage: null,
  title: '',
  postCount: 0,
  followersCount: 0,
  isFollowing: false,
}

interface Shown {
  people?: ListedUser[]
  total?: number
  page?: number
  isOwn?: boolean
  username?: string
}

async function open(
  View: PageView<typeof followersAddress>['View'],
  { people = [], total = people.length, page = 1, isOwn, username }: Shown = {},
) {
  localStorage.clear()
  const user: User = { ...person, followersCount: 12 }
  const list = () => Response.json({ users: people, page: 1, totalPages: Math.ceil(total / 10), total })
  answer({
    'GET /api/users/by-username/alice': () => Response.json(user),
    'GET /api/users/1/followers': list,
    'GET /api/users/1/following': list,
    'GET /api/users/me': () => Response.json(alice),
  })
  if (isOwn) {
    signInHere()
    await settle(() => cacheProfile(alice))
  }
  const params = { username: username ?? 'alice' }
  const shown = await mount(<View params={params} query={{ page }} />)
  await settle()
  return shown.page
}

test('paginates followers and links to the followed members and to the profile', async () => {
  const page = await open(followersView.View, { people: [bob], total: 12 })
  assert.equal(page.querySelector('h1')?.textContent, 'Followers of Alice Archer')
  assert.match(page.querySelector('article')!.textContent, /Bob Baker/)
  const links = new Set([...page.querySelectorAll('a')].map((link) => link.getAttribute('href')))
  for (const href of ['/profile/alice', '/profile/alice/followers?page=2', '/profile/alice/following'])
    assert.ok(links.has(href), href)
  assert.equal(page.querySelector('[aria-current=page]')?.textContent, 'Followers12')
})

test('shows different empty states to the member and to others', async () => {
  const texts = async (isOwn: boolean) => [
    (await open(followersView.View, { isOwn })).textContent,
    (await open(followingView.View, { isOwn })).textContent,
  ]
  const [followers, following] = await texts(false)
  assert.match(followers!, /No followers yet.*Alice Archer has no followers yet/)
  assert.match(following!, /Not following anyone yet.*Alice Archer isn’t following anyone yet/)
  const own = await texts(true)
  assert.match(own[0]!, /Your followers will appear here/)
  assert.match(own[1]!, /in your feed.*Find members/)
})

test('links to the first page from a page past the end, and shows “not found” for an unknown member', async () => {
  assert.match((await open(followersView.View, { total: 12, page: 9 })).textContent, /Go to the first page/)
  assert.match((await open(followersView.View, { username: 'nobody' })).textContent, /Profile Not Found/)
})
