import assert from 'node:assert/strict'
import util from 'node:util'
import { test } from 'vitest'
import { appView, jay } from '#tests/support/app-view.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { appViewBluesky } from './app-view.ts'

async function open() {
  const view = await appView()
  return { view, bluesky: appViewBluesky({ url: view.url, userAgent: 'Devstead' }) }
}

test('returns a public profile by handle and by DID', async () => {
  const { view, bluesky } = await open()
  const profile = {
    did: jay.did,
    handle: 'jay.bsky.team',
    displayName: 'Jay 🦋',
    avatarUrl: jay.avatar,
  }
  for (const actor of ['jay.bsky.team', jay.did]) assert.deepEqual(await bluesky.profile(actor), { ok: true, profile })
  assert.deepEqual(
    view.asked.map(({ url, headers }) => [url, headers.authorization]),
    [
      ['/xrpc/app.bsky.actor.getProfile?actor=jay.bsky.team', undefined],
      [`/xrpc/app.bsky.actor.getProfile?actor=${encodeURIComponent(jay.did)}`, undefined],
    ],
  )
})

test('returns an empty name and no picture if the profile has neither', async () => {
  const { view, bluesky } = await open()
  view.answers = { did: jay.did, handle: 'handle.invalid' }
  const profile = { did: jay.did, handle: 'handle.invalid', displayName: '', avatarUrl: null }
  assert.deepEqual(await bluesky.profile(jay.did), { ok: true, profile })
})

test('reports missing, suspended, deactivated, and misspelled accounts as not found', async () => {
  const { view, bluesky } = await open()
  for (const [error, message] of [
    ['InvalidRequest', 'Profile not found'],
    ['AccountTakedown', 'Account has been suspended'],
    ['AccountDeactivated', 'Account is deactivated'],
    ['InvalidRequest', 'Error: actor must be a valid did or a handle'],
  ]) {
    view.answers = (answer) =>
      answer.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error, message }))
    const answer = await bluesky.profile('gone.example')
    assert.equal(!answer.ok && answer.reason, 'absent', message)
  }
})

test('distinguishes errors, rate limits, and large, truncated, or malformed responses, and never throws', async () => {
  const { view, bluesky } = await open()
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const cases: [expected: string, typeof view.answers][] = [
    ['unavailable', (answer) => answer.writeHead(500).end('Internal Server Error')],
    ['unavailable', (answer) => answer.writeHead(502, json).end('{"error":"UpstreamFailure"}')],
    ['busy', (answer) => answer.writeHead(503).end()],
    [
      'busy',
      (answer) => answer.writeHead(429, { ...json, 'ratelimit-limit': '3000' }).end('{"error":"RateLimitExceeded"}'),
    ],
    ['unavailable', (answer) => answer.writeHead(200, json).end('{"did":"did:plc')],
    [
      'unavailable',
      (answer) => answer.writeHead(200, { ...json, 'content-length': '500' }).write('{"did"', () => answer.destroy()),
    ],
    [
      'unavailable',
      (answer) => answer.writeHead(200, json).end(JSON.stringify({ ...jay, description: 'x'.repeat(300_000) })),
    ],
    ['unavailable', (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')],
    ['unavailable', { handle: 'jay.bsky.team' }],
    ['unavailable', { did: 'jay', handle: '<b>jay</b>' }],
    ['unavailable', (answer) => answer.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()],
  ]
  for (const [expected, answers] of cases) {
    view.answers = answers
    const answer = await bluesky.profile('jay.bsky.team')
    assert.equal(!answer.ok && answer.reason, expected, util.inspect(answers))
  }
  await view.close()
  const answer = await bluesky.profile('jay.bsky.team')
  assert.equal(!answer.ok && answer.reason, 'unavailable')
})

test('times out after five seconds', async () => {
  const { view, bluesky } = await open()
  view.answers = () => {}
  const begun = performance.now()
  const answer = await bluesky.profile('jay.bsky.team')
  assert.equal(!answer.ok && answer.reason, 'unavailable')
  assert.ok(performance.now() - begun < patienceMs)
})
