import assert from 'node:assert/strict'
import { test } from 'vitest'
import { asking, factsOf } from '#tests/support/github-asking.ts'
import { recorded } from '#tests/support/github-samples.ts'
import type { Trouble } from '#tests/support/github-troubles.ts'
import { patienceMs } from '#tests/support/patience.ts'
import type { Github, GithubAnswer } from './github.ts'

const outcome = (answer: GithubAnswer<unknown>) => (answer.ok ? 'ok' : [answer.code, answer.message])
const year = [new Date('2025-01-01T00:00:00Z'), new Date('2025-12-31T00:00:00Z')] as const
const everything: ((github: Github) => Promise<GithubAnswer<unknown>>)[] = [
  (github) => github.account('octocat'),
  (github) => github.events('octocat', 1),
  (github) => github.repositories('octocat'),
  (github) => github.calendar('octocat', ...year),
  (github) => github.repository('octocat', 'hello'),
  (github) => github.latestRelease('octocat', 'hello'),
  (github) => github.readme('octocat', 'hello'),
  (github) => github.issue('octocat', 'hello', 1),
  (github) => github.file('octocat', 'hello', 'main', 'a.ts'),
  (github) => github.sponsorships(),
]

test('reports missing and renamed accounts', async () => {
  const { server, github } = await asking()
  const missing = ['not_found', 'There is no GitHub account named octocat.']
  assert.deepEqual(outcome(await github.account('octocat')), missing)
  assert.deepEqual(outcome(await github.account('octocat', null, 7)), missing)
  assert.deepEqual(outcome(await github.events('octocat', 1)), missing)
  assert.deepEqual(outcome(await github.repositories('octocat')), missing)
  server.data.users.push({ id: 7, login: 'monalisa' })
  const renamed = ['renamed', 'The GitHub account octocat is now named monalisa. Change the name in the settings.']
  assert.deepEqual(outcome(await github.account('octocat', null, 7)), renamed)
  server.data.users.push({ id: 8, login: 'octocat' }) // another account has taken the name
  assert.deepEqual(outcome(await github.account('octocat', null, 7)), renamed)
  assert.equal(outcome(await github.account('octocat', null, 8)), 'ok')
})

const refusals: [trouble: Trouble, code: string, message: RegExp][] = [
  ['bad_token', 'bad_token', /^GitHub rejects this site’s token\. The operator must set a new one\.$/],
  ['weak_token', 'bad_token', /^This site’s GitHub token does not allow this\./],
  [
    'not_found',
    'not_found',
    /^(There is no GitHub account|GitHub has no public|The GitHub token doesn’t belong to an account)/,
  ],
  [
    'gone',
    'not_found',
    /^(There is no GitHub account|GitHub has no public|The GitHub token doesn’t belong to an account)/,
  ],
  ['dmca', 'blocked', /^GitHub has blocked access to this for legal reasons\.$/],
  ['terms', 'blocked', /^GitHub has blocked access to this for legal reasons\.$/],
  ['down', 'unavailable', /^GitHub is temporarily unavailable\. Try again later\.$/],
  ['refused', 'unavailable', /^GitHub is not responding\. Try again later\.$/],
  ['slow', 'unavailable', /^GitHub is not responding\. Try again later\.$/],
  ['cut', 'unavailable', /Try again later\.$/],
  ['broken', 'unavailable', /Try again later\.$/],
  ['nonsense', 'unavailable', /^GitHub sent an invalid response\. Try again later\.$/],
  ['around', 'unavailable', /Try again later\.$/],
  ['elsewhere', 'unavailable', /Try again later\.$/],
]
test.each(refusals)('reports %s as %s for every request', async (trouble, code, message) => {
  const { server, github, logged } = await asking({ timeoutMs: 1500 })
  server.data.repositories.push(recorded.repository('octocat/hello'))
  if (code !== 'not_found') await github.repository('octocat', 'hello') // it is known to be public
  server.fail(trouble)
  const answers = await Promise.all(everything.map((ask) => ask(github)))
  for (const answer of answers) {
    assert.ok(!answer.ok)
    assert.equal(answer.code, code)
    assert.match(answer.message, message)
    assert.equal(answer.retryAt, null)
  }
  assert.ok(!JSON.stringify([answers, logged]).includes(server.token))
  assert.equal(logged.length > 0, code === 'bad_token')
})

test.each([
  ['query_scopes', 'bad_token'],
  ['query_forbidden', 'bad_token'],
  ['query_failed', 'unavailable'],
] as const)('reports the query error %s as %s', async (trouble, code) => {
  const { server, github } = await asking()
  server.fail(trouble, { path: '/graphql' })
  assert.equal(outcome(await github.calendar('octocat', ...year))[0], code)
  assert.equal(outcome(await github.sponsorships())[0], code)
})

test('retries once after a server error, and never after a rejection', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  server.fail('down', { times: 1 })
  assert.equal(outcome(await github.account('octocat')), 'ok')
  assert.equal(server.received.length, 2)
  server.fail('down')
  await github.account('octocat')
  assert.equal(server.received.length, 4)
  for (const trouble of ['bad_token', 'dmca', 'not_found'] as const) {
    server.fail(trouble)
    await github.account('octocat')
  }
  assert.equal(server.received.length, 7)
})

test('enforces the time limit, and never sends the token to another host', async () => {
  const { server, github } = await asking({ timeoutMs: 300 })
  server.fail('slow')
  const began = performance.now()
  await Promise.all(Array.from({ length: 25 }, async () => github.account('octocat')))
  assert.ok(performance.now() - began < 6000)
  server.received.length = 0
  server.fail('elsewhere')
  await github.account('octocat')
  assert.deepEqual([...new Set(server.received.map(({ line }) => line))], ['GET /users/octocat'])
})

test('does not mention a token in messages when none is configured', async () => {
  const { server, github } = await asking({ token: null })
  for (const trouble of ['bad_token', 'weak_token'] as const) {
    server.fail(trouble)
    assert.deepEqual(outcome(await github.account('octocat')), [
      'unavailable',
      'GitHub does not allow this site to read this.',
    ])
  }
})

test('rejects names that could alter the URL', async () => {
  const { server, github } = await asking()
  const bad = ['', '.', '..', '../x', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a b', '-a', 'é', 'a\nb', 'a'.repeat(200)]
  for (const name of bad) {
    assert.equal(outcome(await github.account(name))[0], 'not_found', name)
    assert.equal(outcome(await github.events(name, 1))[0], 'not_found', name)
    assert.equal(outcome(await github.repositories(name))[0], 'not_found', name)
    assert.equal(outcome(await github.calendar(name, ...year))[0], 'not_found', name)
    assert.equal(outcome(await github.repository(name, 'hello'))[0], 'not_found', name)
    if (name !== '-a') assert.equal(outcome(await github.readme('octocat', name))[0], 'not_found', name)
  }
  const paths = ['', '/', '..', '.', 'a/../b', '../../user', '/a', 'a/', 'a//b', 'a\\b', 'a\0b', 'a\nb']
  for (const path of paths) {
    assert.equal(outcome(await github.file('octocat', 'hello', 'main', path))[0], 'not_found', path)
    assert.equal(outcome(await github.file('octocat', 'hello', path, 'a.ts'))[0], 'not_found', path)
  }
  assert.deepEqual(server.received, [])
})

test('treats resources that are visible only with the token as missing', async () => {
  const { server, github } = await asking()
  const { data } = server
  const commit = 'b'.repeat(40)
  data.users.push({ id: 7, login: 'octocat' })
  data.repositories.push(recorded.repository('octocat/own', { private: true, visibility: 'private' }))
  data.readmes['octocat/own'] = '# Secret'
  data.releases['octocat/own'] = recorded.release('octocat/own', 'v1')
  data.issues['octocat/own'] = [recorded.issue('octocat/own', 1)]
  data.files['octocat/own'] = { [commit]: { 'a.ts': 'secret' } }
  const missing = ['not_found', 'GitHub has no public repository octocat/own.']
  assert.deepEqual(outcome(await github.repository('octocat', 'own')), missing)
  assert.deepEqual(outcome(await github.readme('octocat', 'own')), missing)
  assert.deepEqual(outcome(await github.latestRelease('octocat', 'own')), missing)
  assert.deepEqual(outcome(await github.issue('octocat', 'own', 1)), missing)
  assert.deepEqual(outcome(await github.file('octocat', 'own', commit, 'a.ts')), missing)
  assert.deepEqual([...new Set(server.received.map(({ line }) => line))], ['GET /repos/octocat/own'])
  assert.deepEqual(factsOf(await github.repositories('octocat')), [])
})

test('limits the response size', async () => {
  const { server, github } = await asking({ timeoutMs: 2 * patienceMs })
  server.fail('endless')
  const began = performance.now()
  assert.deepEqual(outcome(await github.account('octocat'))[0], 'unavailable')
  assert.ok(performance.now() - began < patienceMs)
})

test('follows at most three redirects', async () => {
  const { server, github } = await asking()
  server.fail('around')
  await github.account('octocat')
  assert.equal(server.received.length, 2 * (1 + 3)) // retried once, like other server errors
})
