import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { FollowButton } from './follow-button.tsx'

const bob = { id: 2, displayName: 'Bob Baker', isFollowing: false, followersCount: 3 }
const path = '/api/users/2/follow'
const me = { 'GET /api/users/me': () => Response.json(alice) }

beforeEach(() => localStorage.clear())

function signInAsAlice(): void {
  signInHere()
  cacheProfile(alice)
}

test('updates the button immediately when following or unfollowing a member', async () => {
  signInAsAlice()
  const asked = answer({
    ...me,
    [`POST ${path}`]: () => Response.json({ isFollowing: true, followersCount: 4 }),
    [`DELETE ${path}`]: () => Response.json({ isFollowing: false, followersCount: 3 }),
  })
  const button = (await mount(<FollowButton user={bob} />)).page.querySelector('button')!
  assert.equal(button.getAttribute('aria-label'), 'Follow Bob Baker')
  await settle(() => button.click())
  assert.equal(button.textContent.trim(), 'Unfollow')
  await settle(() => button.click())
  assert.equal(button.textContent.trim(), 'Follow')
  const changes = asked.map(({ call }) => call).filter((call) => !call.startsWith('GET'))
  assert.deepEqual(changes, [`POST ${path}`, `DELETE ${path}`])
})

test('restores the button and shows the error when following fails', async () => {
  signInAsAlice()
  answer({ ...me, [`POST ${path}`]: () => new Response('no', { status: 500 }) })
  const button = (await mount(<FollowButton user={bob} />)).page.querySelector('button')!
  await settle(() => button.click())
  assert.equal(button.textContent.trim(), 'Follow')
  assert.equal(shownToast()?.description, 'Failed to update follow status. Please try again.')
})

test('hides the button from visitors', async () => {
  answer(me)
  assert.equal((await mount(<FollowButton user={bob} />)).page.querySelector('button'), null)
})

test('renders nothing on the viewer’s own profile', async () => {
  signInAsAlice()
  answer(me)
  const { page } = await mount(<FollowButton user={{ ...bob, id: alice.id }} />)
  assert.equal(page.querySelector('.follow'), null)
})
