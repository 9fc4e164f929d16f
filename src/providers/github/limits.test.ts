import assert from 'node:assert/strict'
import { test } from 'vitest'
import { asking } from '#tests/support/github-asking.ts'
import { patienceMs } from '#tests/support/patience.ts'

const year = [new Date('2025-01-01T00:00:00Z'), new Date('2025-12-31T00:00:00Z')] as const

test('reports an exhausted rate limit with its reset time, and makes no requests until then', async () => {
  const { server, github, time } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  time.now = Date.parse('2026-11-22T13:30:00Z')
  server.limit.resetAt = new Date('2026-11-22T14:04:20Z')
  server.limit.remaining = 0
  const began = performance.now()
  const first = await github.account('octocat')
  assert.deepEqual(first, {
    ok: false,
    code: 'limit',
    message: 'GitHub’s rate limit has been reached. Try again at 14:05 UTC.',
    retryAt: server.limit.resetAt,
  })
  assert.deepEqual(await github.repository('octocat', 'hello'), first)
  assert.deepEqual(await github.events('octocat', 1, 'W/"etag"'), first)
  assert.ok(performance.now() - began < patienceMs)
  assert.equal(server.received.length, 1)
  server.limit.remaining = 5000
  time.now = server.limit.resetAt.getTime() + 1
  assert.equal((await github.account('octocat')).ok, true)
})

test('uses the last request that the rate limit allows, and makes no further requests', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  server.limit.remaining = 1
  assert.equal((await github.account('octocat')).ok, true)
  const next = await github.account('octocat')
  assert.equal(!next.ok && next.code, 'limit')
  assert.equal(server.received.length, 1)
})

test.each(['secondary_limit', 'too_many'] as const)(
  'waits after %s for as long as GitHub specifies, or for a minute if it does not specify a time',
  async (trouble) => {
    const { server, github, time } = await asking()
    server.data.users.push({ id: 7, login: 'octocat' })
    server.fail(trouble, { times: 1 })
    const refused = await github.account('octocat')
    const waitMs = trouble === 'secondary_limit' ? 90_000 : 60_000
    assert.deepEqual(
      [!refused.ok && refused.code, !refused.ok && refused.retryAt?.getTime()],
      ['limit', time.now + waitMs],
    )
    assert.deepEqual(await github.calendar('octocat', ...year), refused)
    assert.equal(server.received.length, 1)
    time.now += waitMs
    assert.equal((await github.account('octocat')).ok, true)
  },
)

test('tracks the rate limit of GraphQL queries separately', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  server.fail('query_limit', { path: '/graphql' })
  const refused = await github.calendar('octocat', ...year)
  assert.equal(!refused.ok && refused.code, 'limit')
  const again = await github.sponsorships()
  assert.equal(!again.ok && again.code, 'limit')
  assert.equal(server.received.length, 1)
  assert.equal((await github.account('octocat')).ok, true)
})

test('retries after an hour if the limit resets years from now, and after a second if it already has', async () => {
  const { server, github, time } = await asking()
  server.limit.remaining = 0
  server.limit.resetAt = new Date(time.now + 365 * 24 * 3_600_000)
  const far = await github.account('octocat')
  assert.equal(!far.ok && far.retryAt?.getTime(), time.now + 3_600_000)
  time.now += 3_600_000
  server.limit.resetAt = new Date(time.now - 60_000)
  const past = await github.account('octocat')
  assert.equal(!past.ok && past.retryAt?.getTime(), time.now + 1000)
})

test('sends at most ten concurrent requests', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  const answers = await Promise.all(Array.from({ length: 40 }, async () => github.account('octocat')))
  assert.equal(
    answers.every(({ ok }) => ok),
    true,
  )
  assert.equal(server.received.length, 40)
  assert.ok(server.busiest <= 10, `${server.busiest} at once`)
})
