import assert from 'node:assert/strict'
import { test } from 'vitest'
import { peopleQuery } from '#features/people/follows/people.hooks.ts'
import type { ListedUser } from '#features/people/profiles/profiles.contract.ts'
import { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { peopleOf } from './members-address.ts'
import { membersView } from './members.tsx'

const bob: ListedUser = {
  id: 2,
  username: 'bob',
  displayName: 'Bob Baker',
  profileImage: null,
  title: '',
  postCount: 1,
  followersCount: 2,
  isFollowing: false,
}
const list = (users: ListedUser[], total = users.length) => ({
  users,
  page: 1,
  totalPages: Math.ceil(total / 10),
  total,
})

const queryOf = (query: Record<string, string>) => membersAddress.queryIn(new URLSearchParams(query))

async function open(query: Record<string, string>, users: ListedUser[], total?: number) {
  const asked = answer({ 'GET /api/users': () => Response.json(list(users, total)) })
  const { page } = await mount(<membersView.View params={{}} query={queryOf(query)} />)
  await settle()
  return { page, asked }
}

test('lists members with their name, title, and counts, linked to their profiles', async () => {
  const { page } = await open({}, [bob], 95)
  assert.match(page.querySelector('article')!.textContent, /Bob Baker@bobSoftware Developer1 post · 2 followers/)
  assert.equal(page.querySelector('article a')?.getAttribute('href'), '/profile/bob')
  assert.ok(page.querySelector('a[href="/members?page=2"]'))
})

test('shows that no members match, with a link to all members', async () => {
  const { page } = await open({ search: 'zed' }, [])
  assert.match(page.textContent, /No member’s name starts with “zed”/)
  assert.ok(page.querySelector('a[href="/members"]'))
})

test('keeps the search in the URL and in the field, and excludes search pages from search engines', async () => {
  const { page } = await open({ search: 'bo' }, [bob])
  assert.equal(page.querySelector('input')?.value, 'bo')
  assert.equal(membersAddress.href({ search: 'a b', page: 2 }), '/members?search=a+b&page=2')
  assert.deepEqual(peopleOf(queryOf({ page: '0' })), { page: 1, search: '' })
  const cache = createQueryCache()
  cache.setQueryData(peopleQuery({ page: 1, search: '' }).queryKey, list([bob], 11))
  const head = (query: Record<string, string>) => membersView.head(cache, { params: {}, query: queryOf(query) })
  assert.deepEqual(
    [head({}).noindex, head({}).nextPath, head({ search: 'bo' }).noindex],
    [false, '/members?page=2', true],
  )
})
