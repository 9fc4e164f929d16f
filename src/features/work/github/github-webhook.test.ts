import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sign } from '@octokit/webhooks-methods'
import { test } from 'vitest'
import { inTransaction, one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { sweepDeliveries } from './github-deliveries.store.ts'
import { findCurrentAccount, saveName } from './github-accounts.store.ts'
import { githubWebhookRoutes } from './github-webhook.routes.ts'
import { GithubActivityList } from './activities.contract.ts'
import { getGithubContributions, GithubContributions, listGithubActivities } from './github.contract.ts'
import { receiveGithubDelivery } from './github-webhook.contract.ts'
import { githubRoutes } from './github.routes.ts'
import { saveListedEvents } from './save-events.ts'

type Json = Record<string, unknown>
const secret = 'webhook-secret'
const dayMs = 24 * 60 * 60 * 1000
const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }

/** A recorded GitHub delivery with replaced values. */
async function recorded(kind: string, facts: Json = {}): Promise<Json> {
  const file = new URL(`../../../../tests/fixtures/github/webhooks/${kind}.json`, import.meta.url)
  return { ...(JSON.parse(await readFile(file, 'utf8')) as Json), ...facts }
}
const secondPush = (facts: Json = {}) =>
  recorded('push', { ref: 'refs/heads/master', before: 'b'.repeat(40), created: false, ...facts })

/** Alice, who is Codertocat on GitHub, and a site with a webhook secret. */
async function hooked(githubWebhookSecret: string | null = secret) {
  const nowMs = Date.parse('2019-05-20T12:00:00Z')
  const t = await cast([...githubRoutes, ...githubWebhookRoutes], {
    site,
    githubWebhookSecret,
    clock: { now: () => nowMs },
  })
  await run(t.db)`update members set github_username = 'codertocat' where username = 'alice'`
  async function deliver(kind: string, body: Json | string, headers: Record<string, string> = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await t.app.request(receiveGithubDelivery.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': kind,
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': await sign(secret, text || ' '),
        ...headers,
      },
      body: text,
    })
    const { result } = (await response.json()) as { result?: string }
    return result ?? response.status
  }
  const activities = async () => GithubActivityList.parse((await t.alice('GET', listGithubActivities.path)).body)
  const total = async () =>
    GithubContributions.parse((await t.alice('GET', getGithubContributions.path)).body).totalContributions
  const account = async () => (await findCurrentAccount(t.db, t.members.alice.id))!
  /** Runs a sync that returns these events. */
  const sync = async (events: Json[]) => {
    const { id } = await account()
    const listed = events.map(({ id: githubId, type, payload, at }) => ({
      id: String(githubId),
      type: String(type),
      repoName: 'Codertocat/Hello-World',
      payload,
      createdAt: new Date(String(at)),
    }))
    return inTransaction(t.db, (db) => saveListedEvents(db, id, listed))
  }
  return { ...t, nowMs, deliver, activities, total, account, sync }
}

test('lists a push, pull request, issue, star, created ref, and release immediately', async () => {
  const t = await hooked()
  assert.equal(await t.deliver('push', await secondPush()), 'taken')
  for (const kind of ['pull_request', 'issues', 'star', 'create', 'release'])
    assert.equal(await t.deliver(kind, await recorded(kind)), 'taken', kind)
  const listed = await t.activities()
  assert.deepEqual(listed.map(({ type, actionDetails }) => `${type} ${actionDetails}`.trim()).toSorted(), [
    'create tag simple-tag',
    'issue #1 opened: Spelling error in the README file',
    'pr #2 opened: Update the README with new information.',
    'push master at 6113728 (1 commit)',
    'release 0.0.1',
    'star',
  ])
  assert.ok(
    listed.every(
      ({ repoName, timestamp }) => repoName === 'Codertocat/Hello-World' && timestamp.startsWith('2019-05-15T15:20'),
    ),
  )
  assert.equal(await t.total(), 6)
  assert.deepEqual(t.logged, [])
})

test('attributes a delivery only to its sender, matched by GitHub ID if known', async () => {
  const t = await hooked()
  await run(t.db)`update members set github_username = 'Octocoders' where username = 'bob'`
  assert.equal(await t.deliver('fork', await recorded('fork')), 'taken')
  assert.deepEqual(await t.activities(), [])
  const hers = GithubActivityList.parse((await t.bob('GET', listGithubActivities.path)).body)
  assert.deepEqual([hers.length, hers[0]?.actionDetails], [1, 'to Octocoders/Hello-World'])
  await saveName(t.db, (await t.account()).id, { id: 7, login: 'codertocat' }, new Date())
  assert.equal(await t.deliver('star', await recorded('star')), 'taken')
  assert.deepEqual(await t.activities(), [])
})

test('does not duplicate events that arrive through both webhooks and syncs', async () => {
  const t = await hooked()
  const push = await secondPush()
  const listed = (id: number, at: string, payload: Json): Json => ({ id, type: 'PushEvent', at, payload })
  const slim = { ref: push['ref'], head: push['after'], before: push['before'] }
  await t.deliver('push', push)
  assert.equal(await t.sync([listed(1, '2019-05-15T15:20:45Z', slim)]), 0)
  assert.equal(await t.sync([listed(1, '2019-05-15T15:20:45Z', slim)]), 0)
  assert.equal(await t.total(), 1)

  const star = { id: 2, type: 'WatchEvent', at: '2019-05-15T15:20:41Z', payload: { action: 'started' } }
  assert.equal(await t.sync([star]), 1)
  assert.equal(await t.deliver('star', await recorded('star')), 'taken')
  // Starring again on another day is a separate event.
  assert.equal(await t.sync([{ ...star, id: 3, at: '2019-05-18T10:00:00Z' }]), 1)

  const merged = await recorded('pull_request', { action: 'closed' })
  merged['pull_request'] = { ...(merged['pull_request'] as Json), merged: true, title: 'Faster' }
  assert.equal(await t.deliver('pull_request', merged), 'taken')
  const closed = { action: 'merged', number: 2, pull_request: { number: 2 } }
  assert.equal(await t.sync([{ id: 4, type: 'PullRequestEvent', at: '2019-05-15T15:20:34Z', payload: closed }]), 0)
  const titles = (await t.activities()).map(({ actionDetails }) => actionDetails)
  assert.deepEqual(titles.toSorted(), ['', '', '#2 merged: Faster', 'master at 6113728 (1 commit)'])
})

test('rejects forged deliveries and stores none of them', async () => {
  const t = await hooked()
  const body = JSON.stringify(await recorded('star'))
  const others = [
    await sign('another secret', body),
    await sign(secret, `${body} `),
    (await sign(secret, body)).toUpperCase(),
    (await sign(secret, body)).replace('sha256=', 'sha1='),
    'sha256=',
    '',
  ]
  for (const signature of others)
    assert.equal(await t.deliver('star', body, { 'x-hub-signature-256': signature }), 401, signature)
  assert.equal(await t.deliver('star', body, { 'content-type': 'application/x-www-form-urlencoded' }), 415)
  assert.equal(await t.deliver('star', body, { 'x-github-delivery': '' }), 400)
  assert.equal(await t.deliver('star', '{"action":'), 400)
  assert.equal(await t.deliver('star', 'x'.repeat(2 * 1024 * 1024 + 1)), 413)
  assert.deepEqual(await t.activities(), [])
  assert.equal(await one(t.db)`select from github_deliveries`, null)
})

test('ignores repeats of a delivery, whether under another ID, at the same time, or years later', async () => {
  const t = await hooked()
  const star = await recorded('star')
  const id = { 'x-github-delivery': randomUUID() }
  const answers = await Promise.all([t.deliver('star', star, id), t.deliver('star', star, id), t.deliver('star', star)])
  assert.deepEqual(answers.toSorted(), ['known', 'known', 'taken'])
  await sweepDeliveries(t.db, t.nowMs + 30 * dayMs)
  assert.equal(await t.deliver('star', star), 'taken')
  assert.deepEqual([(await t.activities()).length, await t.total()], [1, 1])
})

test('ignores private, deleted, unknown, and empty events', async () => {
  const t = await hooked()
  const push = await secondPush()
  const repository = { ...(push['repository'] as Json), private: true }
  const ignored: [string, Json | string][] = [
    ['ping', await recorded('ping')],
    ['push', { ...push, repository }],
    ['push', { ...push, deleted: true }],
    ['push', await recorded('push')],
    ['star', await recorded('star', { action: 'deleted', starred_at: null })],
    ['pull_request', await recorded('pull_request', { action: 'labeled' })],
    ['issues', await recorded('issues', { action: 'pinned' })],
    ['release', await recorded('release', { action: 'edited' })],
    ['constructor', push],
    ['push', {}],
    ['push', '[]'],
    ['issues', 'null'],
    ['star', { ...(await recorded('star')), sender: null }],
  ]
  for (const [kind, body] of ignored) assert.equal(await t.deliver(kind, body), 'ignored', kind)
  assert.deepEqual(await t.activities(), [])
  assert.deepEqual(t.logged, [])
})

test('rejects deliveries when no secret is configured', async () => {
  const t = await hooked(null)
  assert.equal(await t.deliver('star', await recorded('star')), 503)
})
