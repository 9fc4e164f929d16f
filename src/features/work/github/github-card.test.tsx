import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { GithubCard } from './github-card.tsx'

const user = { ...alice, githubUsername: 'alice-a' }
const activity = (id: number) => ({
  id,
  type: 'push',
  repoName: `alice-a/looms-${id}`,
  actionDetails: 'main at 1a2b3c4',
  url: `https://github.com/alice-a/looms-${id}`,
  timestamp: '2026-11-21T00:00:00.000Z',
})
const read = 'GET /api/users/1/github-activities'
const sync = 'POST /api/github/sync'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(answers: Answers, props: Partial<Parameters<typeof GithubCard>[0]> = {}) {
  const asked = answer({ [read]: () => Response.json([activity(3), activity(2)]), ...answers })
  const { page } = await mount(<GithubCard user={user} isOwn={false} {...props} />)
  await settle()
  const button = () => page.querySelector('button')
  const press = async () => {
    await settleUntil(() => assert.ok(button())) // the card's code is loaded on demand
    await settle(() => button()!.click())
  }
  return { page, asked, press }
}

test('shows the latest activity with a link to the rest', async () => {
  const { page, asked } = await open({})
  assert.match(page.textContent, /Pushed to alice-a\/looms-3.*Pushed to alice-a\/looms-2/)
  assert.equal(page.querySelector('a')?.href, 'https://github.com/alice-a/looms-3')
  assert.ok(page.querySelector('a[href="/github?username=alice"]'))
  assert.equal(page.querySelector('button'), null)
  assert.deepEqual(
    asked.map(({ call }) => call),
    [read],
  )
})

test('renders only a settings link for a profile’s owner without a GitHub account, and makes no requests', async () => {
  const none = { ...user, githubUsername: null }
  const others = await open({}, { user: none })
  assert.equal(others.page.textContent, '')
  const own = await open({}, { user: none, isOwn: true })
  assert.ok(own.page.querySelector('a[href="/settings"]'))
  assert.deepEqual(own.asked, [])
})

test('shows the result of a sync and refetches the card', async () => {
  signInHere()
  const { asked, press } = await open({ [sync]: () => Response.json({ count: 4, message: '4 new' }) }, { isOwn: true })
  await press()
  assert.equal(shownToast()?.title, 'Successfully synced 4 GitHub activities!')
  assert.deepEqual(
    asked.map(({ call }) => call),
    [read, sync, read],
  )
})

test('shows the specified messages when a sync finds nothing, is rejected, or gets no response', async () => {
  signInHere()
  const nothing = await open({ [sync]: () => Response.json({ count: 0, message: 'Nothing new.' }) }, { isOwn: true })
  await nothing.press()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['No GitHub activities found...', 'Nothing new.'])
  const message = 'GitHub’s rate limit has been reached. Try again at 14:00 UTC.'
  const refused = await open({ [sync]: () => Response.json({ message }, { status: 429 }) }, { isOwn: true })
  await refused.press()
  assert.equal(shownToast()?.title, `Failed to sync GitHub activity: ${message}`)
  const broken = await open({ [sync]: () => new Response('', { status: 502 }) }, { isOwn: true })
  await broken.press()
  assert.equal(shownToast()?.title, 'Failed to sync GitHub activity: Unknown error')
  const silent = await open({ [sync]: () => Promise.reject(new TypeError('offline')) }, { isOwn: true })
  await silent.press()
  assert.equal(shownToast()?.title, 'An error occurred while syncing GitHub activity.')
})
