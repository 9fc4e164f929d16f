import assert from 'node:assert/strict'
import { test } from 'vitest'
import { describeEvent } from '#features/work/github/describe-event.ts'
import { findCurrentAccount } from '#features/work/github/github-accounts.store.ts'
import { addEvents } from '#features/work/github/github-events.store.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { testDb } from '#tests/support/database.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

/** Creates Alice, the owner, with the given number of events, one per hour. */
async function site(count: number) {
  const served = await servedSite({ GITHUB_API_URL: 'http://127.0.0.1:1' })
  const token = await served.register('Alice')
  await served.register('Bob')
  const body = { displayName: 'Alice Archer', title: '', bio: '', githubUsername: 'al', skills: [] }
  await served.ask(updateSettings.path, { method: 'POST', token, body })
  const db = await testDb()
  const account = (await findCurrentAccount(db, 1))!
  const events = Array.from({ length: count }, (_, index) => ({
    ...describeEvent({
      type: index % 2 ? 'WatchEvent' : 'ForkEvent',
      payload: {},
      repoName: `al/loom-${index}`,
      createdAt: new Date(Date.now() - index * 3_600_000),
    }),
    githubId: String(index),
  }))
  await addEvents(db, account.id, events)
  const read = async (path: string) => {
    const { status, text, headers } = await served.ask(path)
    return {
      status,
      text,
      headers,
      repositories: [...text.matchAll(/activity-repository[^>]*>([^<]+)</g)].map(([, name]) => name),
    }
  }
  return { ...served, read }
}

test('paginates and searches the owner’s activity without JavaScript', async () => {
  const { read } = await site(40)
  const first = await read('/github')
  assert.deepEqual([first.repositories.length, first.repositories[0]], [30, 'al/loom-0'])
  const [next] = /\/github\?before=\d+/.exec(first.text)!
  const second = await read(next)
  assert.deepEqual([second.repositories.length, second.repositories[0]], [10, 'al/loom-30'])
  assert.ok(second.text.includes('Newest first'))
  assert.deepEqual((await read('/github?q=star+loom-3')).repositories[0], 'al/loom-3')
  assert.match((await read('/github?q=zed')).text, /No Activity Found/)
  assert.match((await read('/github?tab=repositories')).text, /No Repositories Found/)
  const contributions = (await read('/github?tab=contributions')).text
  assert.match(contributions, /Contribution activity for the last \d days/)
  assert.match(contributions, /data-day="0"[^>]*><span[^>]*>\d+ contributions? on /)
})

test('has one URL per member, explains a missing GitHub account, and returns 404 for unknown members', async () => {
  const { read } = await site(1)
  const { status, headers } = await read('/github?username=aLICE&tab=repositories')
  assert.deepEqual([status, headers.location], [308, '/github?username=Alice&tab=repositories'])
  for (const path of ['/github', '/github?username=Alice'])
    assert.ok((await read(path)).text.includes(`<link rel="canonical" href="${siteUrl}/github">`), path)
  const bob = await read('/github?username=Bob')
  assert.match(bob.text, /GitHub Account Not Connected/)
  assert.match(bob.text, /name="robots" content="noindex/)
  assert.equal((await read('/github?username=nobody')).status, 404)
})

test('preloads the GitHub cards next to the feed and the profile’s GitHub tab', async () => {
  const { read } = await site(4)
  assert.deepEqual((await read('/')).repositories, ['al/loom-0', 'al/loom-1', 'al/loom-2'])
  assert.equal((await read('/profile/Alice?tab=github')).repositories.length, 4)
})
