import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { PostList } from '#features/writing/posts/posts.contract.ts'
import { usePostList } from '#features/writing/posts/posts.hooks.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { MuteItem } from './mute-item.tsx'

const bob = { id: 2, username: 'bob', displayName: 'Bob Baker', profileImage: null }
const path = '/api/users/2/mute'
const done = () => new Response(null, { status: 204 })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
  cacheProfile(alice)
})

/** Mounts the menu item next to a feed with posts by Bob and Alice. The server remembers mutes. */
async function open(answers: Answers = {}) {
  let isMuted = false
  const posts = [aPost(1, { user: bob }), aPost(2)]
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/mutes': () => Response.json({ members: isMuted ? [bob] : [], words: [] }),
    'GET /api/posts': () => {
      const shown = posts.filter(({ user }) => !isMuted || user.id !== bob.id)
      return Response.json({ posts: shown, page: 1, totalPages: 1, total: shown.length } satisfies PostList)
    },
    [`PUT ${path}`]: () => ((isMuted = true), done()),
    [`DELETE ${path}`]: () => ((isMuted = false), done()),
    ...answers,
  })
  const { page, cache } = await mount(<Feed />)
  await settle()
  const entry = () => page.querySelector<HTMLElement>('[role=menuitem]')
  const names = () => [...page.querySelectorAll('i')].map((one) => one.textContent)
  const calls = () => asked.map(({ call }) => call).filter((call) => !call.startsWith('GET'))
  return { page, cache, entry, names, calls }
}

function Feed() {
  const { data } = usePostList({ page: 1 })
  return (
    <>
      <MuteItem member={bob} />
      {data?.posts.map(({ id, user }) => (
        <i key={id}>{user.username}</i>
      ))}
    </>
  )
}

test('hides a muted member’s posts immediately and restores them with Undo', async () => {
  const t = await open()
  assert.equal(t.entry()!.textContent, 'Mute @bob')
  assert.deepEqual(t.names(), ['bob', 'alice'])
  t.cache.setQueryData(['/api/posts', { isLongForm: true }], {
    posts: [aPost(1, { user: bob })],
    page: 1,
    totalPages: 1,
    total: 1,
  })
  await settle(() => t.entry()!.click())
  assert.deepEqual(t.names(), ['alice'])
  assert.equal(t.entry()!.textContent, 'Unmute @bob')
  assert.equal(shownToast()?.title, 'Muted @bob')
  assert.equal(t.cache.getQueryData<PostList>(['/api/posts', { isLongForm: true }])!.posts.length, 1)
  assert.equal(localStorage.getItem('mutes'), '1')
  await settle(() => shownToast()!.action!.onSelect())
  assert.deepEqual(t.names(), ['bob', 'alice'])
  assert.equal(shownToast()?.title, 'Unmuted @bob')
  assert.equal(localStorage.getItem('mutes'), null)
  assert.deepEqual(t.calls(), [`PUT ${path}`, `DELETE ${path}`])
})

test('restores the posts and shows the error when muting fails', async () => {
  const t = await open({
    [`PUT ${path}`]: () => Response.json({ message: 'You can mute at most 500 members.' }, { status: 409 }),
  })
  await settle(() => t.entry()!.click())
  assert.deepEqual(t.names(), ['bob', 'alice'])
  assert.equal(t.entry()!.textContent, 'Mute @bob')
  assert.equal(shownToast()?.description, 'You can mute at most 500 members.')
})

test('hides the menu item from visitors and on the member’s own posts', async () => {
  cacheProfile({ ...alice, id: bob.id })
  assert.equal((await open({ 'GET /api/users/me': () => Response.json({ ...alice, id: bob.id }) })).entry(), null)
  localStorage.clear()
  assert.equal((await open()).entry(), null)
})
