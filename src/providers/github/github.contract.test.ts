import assert from 'node:assert/strict'
import { test } from 'vitest'
import { asking, factsOf } from '#tests/support/github-asking.ts'
import { recorded } from '#tests/support/github-samples.ts'

test('returns an account, its events page by page, and its repositories, most recently updated first', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'Octocat' })
  server.data.events.Octocat = recorded.pushes('Octocat', 120)
  server.data.repositories.push(
    recorded.repository('Octocat/old', { updated_at: '2020-01-01T00:00:00Z' }),
    recorded.repository('Octocat/new', { updated_at: '2026-01-01T00:00:00Z', homepage: 'javascript:alert(1)' }),
    recorded.repository('other/one'),
  )
  assert.deepEqual(factsOf(await github.account('octocat')), { id: 7, login: 'Octocat' })
  const first = await github.events('octocat', 1)
  const second = await github.events('octocat', 2)
  assert.deepEqual([factsOf(first).length, first.ok && first.hasNext], [100, true])
  assert.deepEqual([factsOf(second).length, second.ok && second.hasNext], [20, false])
  const { payload, ...event } = factsOf(second).at(-1)!
  assert.deepEqual(event, {
    id: '59999999881',
    type: 'PushEvent',
    repoName: 'Codertocat/Hello-World',
    createdAt: new Date('2026-11-20T10:01:00Z'),
  })
  assert.deepEqual(Object.keys(payload as object).toSorted(), ['before', 'head', 'push_id', 'ref', 'repository_id'])
  const repositories = factsOf(await github.repositories('octocat'))
  assert.deepEqual(
    repositories.map(({ fullName, homepage }) => [fullName, homepage]),
    [
      ['Octocat/new', null],
      ['Octocat/old', null],
    ],
  )
})

test('returns a repository with its latest release and README, or null if they are missing', async () => {
  const { server, github } = await asking()
  const { data } = server
  data.repositories.push(
    recorded.repository('octocat/hello', { topics: ['cli'], license: { spdx_id: 'MIT', name: 'MIT License' } }),
  )
  data.repositories.push(recorded.repository('octocat/bare', { license: { spdx_id: 'NOASSERTION', name: 'Other' } }))
  data.releases['octocat/hello'] = recorded.release('octocat/hello', 'v2.1.0', { name: '' })
  data.readmes['octocat/hello'] = '# Héllo\n\nwörld'
  assert.deepEqual(factsOf(await github.repository('octocat', 'hello')), {
    id: 1000,
    name: 'hello',
    fullName: 'octocat/hello',
    description: null,
    language: null,
    stars: 42,
    forks: 42,
    htmlUrl: 'https://github.com/octocat/hello',
    homepage: null,
    topics: ['cli'],
    defaultBranch: 'master',
    license: 'MIT',
    isFork: false,
    isArchived: false,
    updatedAt: new Date('2017-10-10T16:00:00Z'),
    pushedAt: new Date('2017-10-10T16:00:00Z'),
  })
  assert.equal(factsOf(await github.repository('octocat', 'bare')).license, 'Other')
  assert.deepEqual(factsOf(await github.latestRelease('octocat', 'hello')).release, {
    tagName: 'v2.1.0',
    name: null,
    htmlUrl: 'https://github.com/octocat/hello/releases/tag/v2.1.0',
    publishedAt: new Date('2017-10-10T16:00:00Z'),
  })
  assert.deepEqual(factsOf(await github.readme('octocat', 'hello')), {
    markdown: '# Héllo\n\nwörld',
    path: 'README.md',
    htmlUrl: 'https://github.com/octocat/hello/blob/main/README.md',
  })
  assert.deepEqual(factsOf(await github.latestRelease('octocat', 'bare')), { release: null })
  assert.equal(factsOf(await github.readme('octocat', 'bare')).markdown, null)
  data.readmes['octocat/bare'] = 'x'.repeat(512 * 1024 + 1)
  assert.equal(factsOf(await github.readme('octocat', 'bare')).markdown, null)
  for (const answer of [await github.latestRelease('octocat', 'gone'), await github.readme('octocat', 'gone')])
    assert.deepEqual(
      [!answer.ok && answer.code, !answer.ok && answer.message],
      ['not_found', 'GitHub has no public repository octocat/gone.'],
    )
})

test('returns issues and pull requests in every state', async () => {
  const { server, github } = await asking()
  const pull = (merged_at: string | null) => ({ pull_request: { merged_at } })
  server.data.repositories.push(recorded.repository('octocat/hello'))
  server.data.issues['octocat/hello'] = [
    recorded.issue('octocat/hello', 1, {
      labels: ['plain', { name: 'bug', color: 'D73A4A' }, { name: 'odd', color: 'red;}' }],
    }),
    recorded.issue('octocat/hello', 2, { state: 'closed', user: null }),
    recorded.issue('octocat/hello', 3, { ...pull(null), draft: true }),
    recorded.issue('octocat/hello', 4, { ...pull('2020-01-01T00:00:00Z'), state: 'closed' }),
    recorded.issue('octocat/hello', 5, { ...pull(null), state: 'closed', draft: true }),
  ]
  const first = factsOf(await github.issue('octocat', 'hello', 1))
  assert.deepEqual(first, {
    number: 1,
    isPullRequest: false,
    title: 'Test issue 13',
    state: 'open',
    author: 'octokit-fixture-user-a',
    comments: 42,
    labels: [
      { name: 'plain', color: 'ededed' },
      { name: 'bug', color: 'D73A4A' },
      { name: 'odd', color: 'ededed' },
    ],
    htmlUrl: 'https://github.com/octocat/hello/issues/1',
    createdAt: new Date('2017-10-10T16:00:00Z'),
  })
  const states = []
  for (const number of [2, 3, 4, 5]) states.push(factsOf(await github.issue('octocat', 'hello', number)))
  assert.deepEqual(
    states.map(({ state, isPullRequest, author }) => [state, isPullRequest, author !== null]),
    [
      ['closed', false, false],
      ['draft', true, true],
      ['merged', true, true],
      ['closed', true, true],
    ],
  )
})

test('returns a text file at a branch, tag, or commit, but not directories, binary files, or long files', async () => {
  const { server, github } = await asking()
  const commit = 'a'.repeat(40)
  server.data.repositories.push(recorded.repository('octocat/hello', { default_branch: 'feature/x#1' }))
  server.data.refs['octocat/hello'] = { 'feature/x#1': commit }
  server.data.files['octocat/hello'] = {
    [commit]: {
      'src/über & co?.ts': 'one\ntwo\n',
      'logo.png': Buffer.from([0x89, 0x50, 0, 1]),
      'zero.txt': 'a\0b',
      'long.txt': 'x'.repeat(1024 * 1024 + 1),
      'most.txt': 'x'.repeat(1024 * 1024),
    },
  }
  const read = async (ref: string, path: string) => github.file('octocat', 'hello', ref, path)
  assert.deepEqual(factsOf(await read('feature/x#1', 'src/über & co?.ts')), {
    text: 'one\ntwo\n',
    commit,
    htmlUrl: `https://github.com/octocat/hello/blob/${commit}/src/über & co?.ts`,
  })
  assert.equal(factsOf(await read(commit, 'most.txt')).text.length, 1024 * 1024)
  assert.deepEqual(
    server.received.map(({ line }) => line.replace('GET /repos/octocat/hello', '')),
    [
      '',
      '/commits/feature%2Fx%231',
      `/contents/src%2F%C3%BCber%20%26%20co%3F.ts?ref=${commit}`,
      `/contents/most.txt?ref=${commit}`,
    ],
  )
  assert.equal(server.received[1]!.headers.accept, 'application/vnd.github.sha')
  assert.equal(factsOf(await read('HEAD', 'most.txt')).commit, commit)
  for (const path of ['logo.png', 'zero.txt', 'long.txt', 'src']) {
    const answer = await read(commit, path)
    assert.equal(!answer.ok && answer.message, `${path} in octocat/hello is not a text file of at most 1 MB.`)
  }
  for (const [ref, path] of [
    ['none', 'a.ts'],
    [commit, 'a.ts'],
  ] as const) {
    const answer = await read(ref, path)
    assert.equal(!answer.ok && answer.message, `GitHub has no public file a.ts in octocat/hello at ${ref}.`)
  }
})

test('returns a year’s calendar only with a token', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  server.data.calendars.octocat = [
    { date: '2024-12-31', contributionCount: 9 },
    { date: '2025-01-01', contributionCount: 0 },
    { date: '2025-12-31', contributionCount: 4 },
  ]
  const from = new Date('2025-01-01T00:00:00Z')
  const to = new Date('2025-12-31T23:59:59Z')
  assert.deepEqual(factsOf(await github.calendar('octocat', from, to)), [
    { date: '2025-01-01', count: 0 },
    { date: '2025-12-31', count: 4 },
  ])
  const unknown = await github.calendar('nobody', from, to)
  assert.equal(!unknown.ok && unknown.message, 'There is no GitHub account named nobody.')
  const bare = await asking({ token: null })
  const without = await bare.github.calendar('octocat', from, to)
  assert.deepEqual([github.hasToken, bare.github.hasToken, !without.ok && without.code], [true, false, 'unavailable'])
  assert.deepEqual(bare.server.received, [])
})

test('returns all sponsorships across several pages, including private ones, which may have no name', async () => {
  const { server, github } = await asking()
  const sponsorship = (i: number) => ({
    id: `S_${i}`,
    privacyLevel: i === 0 ? 'PRIVATE' : 'PUBLIC',
    isOneTimePayment: i === 1,
    createdAt: '2025-03-01T08:00:00Z',
    tier: i === 2 ? null : { monthlyPriceInCents: 500 },
    sponsorEntity:
      i === 0
        ? null
        : { id: `U_${i}`, login: `fan${i}`, name: '', avatarUrl: 'https://avatars.githubusercontent.com/u/1' },
  })
  server.data.sponsorships = Array.from({ length: 150 }, (_, i) => sponsorship(i))
  const found = factsOf(await github.sponsorships())
  assert.equal(found.length, 150)
  assert.deepEqual(found[0], {
    sponsorId: 'S_0',
    login: null,
    name: null,
    avatarUrl: null,
    isPrivate: true,
    monthlyCents: 500,
    isOneTime: false,
    since: new Date('2025-03-01T08:00:00Z'),
  })
  assert.deepEqual(
    [found[1]!.isOneTime, found[2]!.monthlyCents, found[149]!.login, found[149]!.sponsorId],
    [true, 0, 'fan149', 'U_149'],
  )
})

test('returns no value for an unchanged ETag, without counting against the rate limit', async () => {
  const { server, github, time } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  server.data.events.octocat = recorded.pushes('octocat', 3)
  const first = await github.events('octocat', 1)
  assert.ok(first.ok && first.etag)
  assert.equal(first.notBefore?.getTime(), time.now + 60_000)
  const left = server.limit.remaining
  const again = await github.events('octocat', 1, first.etag)
  assert.deepEqual([again.ok && again.value, again.ok && again.etag], [null, first.etag])
  assert.equal(again.ok && again.notBefore?.getTime(), time.now + 60_000)
  assert.equal(server.limit.remaining, left)
  server.data.events.octocat = recorded.pushes('octocat', 4)
  assert.equal(factsOf(await github.events('octocat', 1, first.etag)).length, 4)
})

test('sends the user agent, media type, and API version with every request', async () => {
  const { server, github } = await asking()
  server.data.users.push({ id: 7, login: 'octocat' })
  await github.account('octocat')
  await github.calendar('octocat', new Date(0), new Date(0))
  await (await asking({ token: null, apiUrl: server.url })).github.account('octocat')
  const said = server.received.map(({ headers }) => [
    headers['user-agent']?.startsWith('Devstead (+http://devstead.test) '),
    headers.accept,
    headers['x-github-api-version'],
    headers.authorization,
  ])
  const accept = 'application/vnd.github.v3+json'
  assert.deepEqual(said, [
    [true, accept, '2022-11-28', `token ${server.token}`],
    [true, accept, '2022-11-28', `token ${server.token}`],
    [true, accept, '2022-11-28', undefined],
  ])
})

test('finds a renamed repository and its contents', async () => {
  const { server, github } = await asking()
  const { data } = server
  data.repositories.push(recorded.repository('octocat/new', { id: 55 }))
  data.issues['octocat/new'] = [recorded.issue('octocat/new', 1)]
  data.moved['octocat/old'] = 'octocat/new'
  assert.equal(factsOf(await github.repository('octocat', 'old')).fullName, 'octocat/new')
  assert.equal(factsOf(await github.issue('octocat', 'old', 1)).htmlUrl, 'https://github.com/octocat/new/issues/1')
  assert.deepEqual(
    server.received.map(({ line }) => line),
    [
      'GET /repos/octocat/old',
      'GET /repositories/55',
      'GET /repos/octocat/old/issues/1',
      'GET /repositories/55/issues/1',
    ],
  )
})
