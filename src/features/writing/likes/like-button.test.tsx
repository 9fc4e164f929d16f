import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { sendQueued } from '#web/outbox.ts'
import { LikeButton } from './like-button.tsx'

const likes = { isLiked: false, likeCount: 3 }
const path = '/api/posts/7/like'

beforeEach(() => localStorage.clear())

test('sends rapid taps one at a time and ends in the state that the server returned', async () => {
  signInHere()
  const asked = answer({
    [`POST ${path}`]: () => Response.json({ isLiked: true, likeCount: 10 }),
    [`DELETE ${path}`]: () => Response.json({ isLiked: false, likeCount: 10 }),
  })
  const button = (await mount(<LikeButton postId={7} likes={likes} />)).page.querySelector('button')!
  await settle(() => {
    for (let tap = 0; tap < 4; tap++) button.click()
  })
  assert.deepEqual(
    asked.map(({ call }) => call),
    [`POST ${path}`, `DELETE ${path}`],
  )
  assert.equal(button.textContent.trim(), '10')
  assert.equal(button.getAttribute('aria-pressed'), 'false')
})

test('updates the count before the server responds', async () => {
  signInHere()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  answer({ [`POST ${path}`]: () => held.then(() => Response.json({ isLiked: true, likeCount: 4 })) })
  const button = (await mount(<LikeButton postId={7} likes={likes} />)).page.querySelector('button')!
  await settle(() => button.click())
  assert.equal(button.textContent.trim(), '4')
  assert.equal(button.getAttribute('aria-pressed'), 'true')
  await settle(release)
})

test('reverts a failed like, shows the reason, and tries again on the next tap', async () => {
  signInHere()
  const asked = answer({ [`POST ${path}`]: () => new Response('no', { status: 500 }) })
  const button = (await mount(<LikeButton postId={7} likes={likes} />)).page.querySelector('button')!
  await settle(() => button.click())
  assert.equal(button.textContent.trim(), '3')
  assert.equal(shownToast()?.description, 'Failed to update like status. Please try again.')
  await settle(() => button.click())
  assert.deepEqual(
    asked.map(({ call }) => call),
    [`POST ${path}`, `POST ${path}`],
  )
})

test('shows newer data for the post when its props change', async () => {
  signInHere()
  answer({})
  const { page, render } = await mount(<LikeButton postId={7} likes={likes} />)
  await render(<LikeButton postId={7} likes={{ isLiked: true, likeCount: 5 }} />)
  assert.equal(page.querySelector('button')?.getAttribute('aria-pressed'), 'true')
  assert.equal(page.textContent.trim(), '5')
})

test('shows visitors the count as a link to the sign-in page', async () => {
  const asked = answer({})
  const { page } = await mount(<LikeButton postId={7} likes={likes} />)
  assert.equal(page.querySelector('button'), null)
  assert.equal(page.querySelector('a')?.getAttribute('href'), '/login?next=/post/7')
  assert.equal(page.textContent.trim(), '3')
  assert.deepEqual(asked, [])
})

test('keeps a like that cannot be sent, says so, and adopts the server’s response later', async () => {
  signInHere()
  answer({
    [`POST ${path}`]: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  const { page } = await mount(<LikeButton postId={7} likes={likes} />)
  const button = page.querySelector('button')!
  await settle(() => button.click())
  assert.deepEqual([button.textContent.trim(), button.getAttribute('aria-pressed')], ['4', 'true'])
  assert.equal(button.title, 'Not sent yet. Will be sent when the connection is back.')
  const again = (await mount(<LikeButton postId={7} likes={likes} />)).page.querySelector('button')!
  assert.deepEqual(
    [again.textContent.trim(), again.title],
    ['4', 'Not sent yet. Will be sent when the connection is back.'],
  )

  const asked = answer({ [`POST ${path}`]: () => Response.json({ isLiked: true, likeCount: 9 }) })
  await settle(sendQueued)
  await settle(sendQueued)
  assert.equal(asked.length, 1)
  assert.equal(button.title, '')
})
