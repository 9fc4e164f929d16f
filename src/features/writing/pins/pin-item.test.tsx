import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { nextPaint } from '#ui/next-paint.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { PinItem } from './pin-item.tsx'

const path = '/api/posts/7/pin'
const me = { 'GET /api/users/me': () => Response.json(alice) }

beforeEach(() => {
  localStorage.clear()
  signInHere()
  cacheProfile(alice)
})

async function press(isPinned: boolean, answers: Parameters<typeof answer>[0]) {
  const asked = answer({ ...me, ...answers })
  const button = (await mount(<PinItem post={aPost(7, { isPinned })} />)).page.querySelector('button')!
  const text = button.textContent
  button.click()
  await nextPaint()
  await settle()
  return { text, changes: asked.map(({ call }) => call).filter((call) => !call.startsWith('GET')) }
}

test('pins and unpins the member’s own post', async () => {
  const pinned = await press(false, { [`PUT ${path}`]: () => Response.json({ isPinned: true }) })
  assert.deepEqual(pinned, { text: 'Pin to profile', changes: [`PUT ${path}`] })
  assert.equal(shownToast()?.title, 'Pinned to your profile')
  const unpinned = await press(true, { [`DELETE ${path}`]: () => Response.json({ isPinned: false }) })
  assert.deepEqual(unpinned, { text: 'Unpin', changes: [`DELETE ${path}`] })
})

test('shows the server’s message after a failure', async () => {
  await press(false, { [`PUT ${path}`]: () => Response.json({ message: 'Three are enough.' }, { status: 409 }) })
  assert.equal(shownToast()?.description, 'Three are enough.')
})

test('is hidden on other members’ posts', async () => {
  answer(me)
  const post = aPost(7, { user: { id: 2, username: 'bob', displayName: 'Bob', profileImage: null } })
  assert.equal((await mount(<PinItem post={post} />)).page.textContent, '')
})
