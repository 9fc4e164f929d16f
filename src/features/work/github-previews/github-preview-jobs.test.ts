import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createMarkdown } from '#app/markdown.ts'
import { renderingWorkers } from '#features/writing/posts/post-renderings.ts'
import { deletePost, getPost, type Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { many, one, run } from '#kernel/db.ts'
import type { Github, GithubFailure, GithubFile, GithubRepositoryFacts } from '#providers/github/github.ts'
import { cast } from '#tests/support/cast.ts'
import { testDb } from '#tests/support/database.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { githubPreviewWorkers } from './github-preview-jobs.ts'

const hub = 'https://github.com'
const dayMs = 86_400_000
const commit = '0123456789abcdef0123456789abcdef01234567'
const failure = (code: GithubFailure['code'], retryAt: Date | null = null): GithubFailure => ({
  ok: false,
  code,
  message: '',
  retryAt,
})
const repositoryFacts: GithubRepositoryFacts = {
  id: 1,
  name: 'hello',
  fullName: 'Octo/hello',
  description: 'Says hello',
  language: 'TypeScript',
  stars: 1234,
  forks: 1,
  htmlUrl: `${hub}/Octo/hello`,
  homepage: null,
  topics: [],
  defaultBranch: 'main',
  license: null,
  isFork: false,
  isArchived: true,
  updatedAt: new Date(),
  pushedAt: null,
}

/** A fake GitHub API for previews: one repository with one file that tests can change. */
function octo() {
  const asked: string[] = []
  const state = {
    failure: null as GithubFailure | null,
    repository: repositoryFacts,
    title: 'It does not say hello',
    file: Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n'),
    head: null as string | null,
  }
  const value = <T>(of: string, etag: string | null | undefined, what: T) => {
    asked.push(etag ? `${of} ${etag}` : of)
    if (state.failure) return state.failure
    const tag = JSON.stringify(what)
    return { ok: true as const, value: etag === tag ? null : what, etag: tag, notBefore: null, hasNext: false }
  }
  const none = () => Promise.reject(new Error('Not called by previews'))
  const github: Github = {
    hasToken: false,
    account: none,
    events: none,
    repositories: none,
    calendar: none,
    latestRelease: none,
    readme: none,
    sponsorships: none,
    repository: async (owner, name, etag) =>
      name === 'hello' ? value(`${owner}/${name}`, etag, state.repository) : failure('not_found'),
    issue: async (owner, name, number, etag) =>
      value(`${owner}/${name}#${number}`, etag, {
        number,
        isPullRequest: number > 100,
        title: state.title,
        state: 'open' as const,
        author: 'octocat',
        comments: 3,
        labels: [{ name: 'bug', color: 'd73a4a' }],
        htmlUrl: `${hub}/Octo/hello/issues/${number}`,
        createdAt: new Date(0),
      }),
    file: async (owner, name, ref, path) => {
      const text = ref === 'HEAD' ? (state.head ?? state.file) : state.file
      if (text === '') return failure('not_found')
      return value<GithubFile>(`${owner}/${name}@${ref}:${path}`, null, { text, commit, htmlUrl: '' })
    },
  }
  return { github, asked, state }
}

async function start() {
  let now = Date.now()
  const clock = { now: () => now }
  const { github, asked, state } = octo()
  const db = await testDb()
  const siteUrl = 'http://devstead.test'
  const markdown = createMarkdown({
    db,
    siteUrl,
    imageSecret: Buffer.alloc(32),
    storage: { keyOf: () => null, addressOf: () => '' },
  })
  const t = await cast(postRoutes, { markdown, clock, github })
  const tasks = { ...tasksOf(githubPreviewWorkers, t.ctx), ...tasksOf(renderingWorkers, t.ctx) }

  const takeJobs = () => many<{ task: string; payload: unknown }>(db)`
    with due as (
      select id from graphile_worker._private_jobs where run_at <= greatest(${new Date(now)}::timestamptz, now()) order by id)
    delete from graphile_worker._private_jobs jobs using due where jobs.id = due.id
    returning payload, (select identifier from graphile_worker._private_tasks tasks where tasks.id = task_id) as task`
  /** Runs due jobs and the jobs that they queue. @returns the calls to GitHub */
  async function work(): Promise<string[]> {
    for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs())
      for (const { task, payload } of jobs) await tasks[task]?.(payload)
    return asked.splice(0)
  }
  /** Advances the clock and runs scheduled jobs. */
  async function pass(ms: number): Promise<string[]> {
    now += ms
    await tasks['github-cards.refresh']!({})
    return work()
  }
  const publish = async (content: string) => (await t.alice<Post>('POST', publishPost.path, { content })).body.id
  const html = async (id: number) => (await t.stranger<Post>('GET', getPost.href({ id }))).body.contentHtml
  return { ...t, state, tasks, work, pass, publish, html, now: () => now }
}

test('replaces a link on a line by itself with a preview, fetched once for all posts', async () => {
  const t = await start()
  const source = `See\n\n${hub}/octo/hello/\n\nand on`
  const first = await t.publish(source)
  assert.doesNotMatch(await t.html(first), /<figure/)
  const { updatedAt } = (await t.stranger<Post>('GET', getPost.href({ id: first }))).body
  assert.deepEqual(await t.work(), ['octo/hello'])
  const shown = await t.html(first)
  assert.match(
    shown,
    /<figure class="link-card">.*<a href="https:\/\/github.com\/octo\/hello\/" rel="[^"]*">Octo\/hello<\/a>/,
  )
  for (const fact of ['Says hello', 'TypeScript', '1,234 stars', '1 fork', 'Archived'])
    assert.ok(shown.includes(fact), fact)
  assert.match(shown, /^<p>See<\/p>[^]*<p>and on<\/p>\n$/)
  assert.equal((await t.stranger<Post>('GET', getPost.href({ id: first }))).body.updatedAt, updatedAt)

  const second = await t.publish(`${hub}/Octo/Hello`)
  assert.match(await t.html(second), /link-card/)
  const article = {
    title: 'An article',
    content: `${source}\n\n${'And on. '.repeat(100)}`,
    isLongForm: true,
    categoryId: 1,
  }
  const { id } = (await t.bob<Post>('POST', publishPost.path, article)).body
  assert.deepEqual(await t.work(), [])
  assert.match(await t.html(id), /link-card/)
  assert.deepEqual(t.logged, [])
})

test('shows a preview in both of the posts that were scanned while it was being fetched', async () => {
  const t = await start()
  const ids = [await t.publish(`${hub}/octo/hello`), await t.publish(`${hub}/octo/hello`)]
  await Promise.all(ids.map((postId) => t.tasks['github-cards.look']!({ postId })))
  assert.deepEqual(await t.work(), ['octo/hello'])
  for (const id of ids) assert.match(await t.html(id), /link-card/)
})

test('refreshes a preview daily with a conditional request, and re-renders posts only after a change', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello/issues/7`)
  await t.work()
  assert.match(await t.html(id), /It does not say hello/)
  assert.deepEqual(await t.pass(dayMs - 1000), [])
  assert.match((await t.pass(2000)).join(), /^octo\/hello#7 \{/)
  const before = await one(t.db)`select xmin::text from all_posts where id = ${id}`
  await t.pass(dayMs + 1000)
  assert.deepEqual(await one(t.db)`select xmin::text from all_posts where id = ${id}`, before)
  t.state.title = 'It says hello'
  assert.equal((await t.pass(dayMs + 1000)).length, 1)
  assert.match(await t.html(id), /It says hello/)
  assert.match(await t.html(id), /Issue on GitHub.*data-state="open">Open.*bug.*octo\/hello #7.*by octocat.*3 comments/)
})

test('keeps a file’s lines as first fetched, and indicates if they have changed since', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello/blob/v1/src/a.ts#L3-L5`)
  assert.deepEqual(await t.work(), ['octo/hello@v1:src/a.ts', 'octo/hello@HEAD:src/a.ts'])
  const shown = await t.html(id)
  assert.match(
    shown,
    /Lines 3 to 5 of octo\/hello at <a href="https:\/\/github.com\/octo\/hello\/blob\/0123456789[a-f\d]+\/src\/a.ts#L3-L5"[^>]*><span class="link-snippet-commit">0123456<\/span>/,
  )
  assert.match(shown, />3\n4\n5<\/span><code class="hljs language-ts">line <span[^>]*>3<\/span>/)
  assert.doesNotMatch(shown, /Changed since|line 6/)

  t.state.head = t.state.file.replace('line 4', 'another line')
  assert.deepEqual(await t.pass(dayMs), ['octo/hello@HEAD:src/a.ts'])
  const marked = await t.html(id)
  assert.match(marked, /<a href="https:\/\/github.com\/octo\/hello\/blob\/HEAD\/src\/a.ts#L3-L5"[^>]*>Changed since/)
  assert.doesNotMatch(marked, /another line/)

  t.state.head = t.state.file
  await t.pass(dayMs)
  assert.equal(await t.html(id), shown)
  t.state.head = 'one line'
  await t.pass(dayMs)
  assert.match(await t.html(id), /Changed since: these lines no longer exist/)
  t.state.head = ''
  await t.pass(dayMs)
  assert.match(await t.html(id), /Changed since: these lines no longer exist/)
})

test('shows the first sixty lines of a long range, with a link to the rest', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello/blob/main/a.txt#L10-L150`)
  await t.work()
  const shown = await t.html(id)
  assert.match(shown, /Lines 10 to 69 of/)
  assert.match(shown, /line 69<\/code>.*>Lines 70 to 150 on GitHub<\/a>/)
})

test('keeps the plain link for binary files and for lines or pages that do not exist', async () => {
  const t = await start()
  const lines = await t.publish(`${hub}/octo/hello/blob/main/a.ts#L500`)
  await t.work()
  t.state.file = 'a\0b'
  const binary = await t.publish(`${hub}/octo/hello/blob/main/b.png#L1`)
  const missing = await t.publish(`${hub}/octo/nothing`)
  await t.work()
  for (const id of [lines, binary, missing])
    assert.match(await t.html(id), /^<p><a href="[^"]*" rel="[^"]*">[^<]*<\/a><\/p>\n$/)
  assert.deepEqual(t.logged, [])
})

test('keeps plain links and existing previews during an outage, and retries after an hour', async () => {
  const t = await start()
  t.state.failure = failure('unavailable')
  const id = await t.publish(`${hub}/octo/hello`)
  assert.equal((await t.work()).length, 1)
  assert.doesNotMatch(await t.html(id), /<figure/)
  assert.deepEqual(await t.pass(3_500_000), [])
  t.state.failure = null
  assert.equal((await t.pass(200_000)).length, 1)
  assert.match(await t.html(id), /link-card/)
  for (const code of ['unavailable', 'bad_token', 'limit'] as const) {
    t.state.failure = failure(code)
    assert.equal((await t.pass(dayMs + 1000)).length, 1)
    assert.match(await t.html(id), /link-card/, code)
  }
  for (const code of ['not_found', 'blocked', 'renamed'] as const) {
    t.state.failure = failure(code)
    await t.pass(dayMs + 1000)
    assert.doesNotMatch(await t.html(id), /<figure/, code)
  }
  t.state.failure = null
  await t.pass(dayMs + 1000)
  assert.match(await t.html(id), /link-card/)
})

test('makes no requests while the rate limit is exhausted', async () => {
  const t = await start()
  t.state.failure = failure('limit', new Date(t.now() + 1_800_000))
  const ids = [
    await t.publish(`${hub}/octo/hello/issues/1\n\n${hub}/octo/hello/issues/2`),
    await t.publish(`${hub}/octo/hello`),
  ]
  assert.equal((await t.work()).length, 1)
  t.state.failure = null
  assert.deepEqual(await t.pass(1_700_000), [])
  assert.equal((await t.pass(200_000)).length, 3)
  for (const id of ids) assert.match(await t.html(id), /link-card/)
})

test('updates previews after an edit, and deletes unused previews after a day', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello/issues/1`)
  await t.work()
  await t.alice('PATCH', updatePost.href({ id }), { content: `${hub}/octo/hello/issues/2` })
  assert.deepEqual(await t.work(), ['octo/hello#2'])
  assert.match(await t.html(id), /#2/)
  const addresses = () => many<{ address: string }>(t.db)`select address from github_cards order by 1`
  assert.equal((await addresses()).length, 2)
  assert.deepEqual(await t.pass(2 * dayMs).then((asked) => asked.length), 1)
  await t.tasks['github-cards.sweep']!({})
  assert.deepEqual(await addresses(), [{ address: `${hub}/octo/hello/issues/2` }])
  await t.alice('DELETE', deletePost.href({ id }))
  await t.work()
  assert.deepEqual(await t.pass(2 * dayMs), [])
  await t.tasks['github-cards.sweep']!({})
  assert.deepEqual(await addresses(), [])
})

test('runs jobs idempotently, and ignores posts and previews that no longer exist', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello`)
  const scan = () => t.tasks['github-cards.look']!({ postId: id })
  await Promise.all([scan(), scan(), scan()])
  await t.work()
  const preview = await one<{ id: number }>(t.db)`select id from github_cards`
  const rows = () => many(t.db)`select * from github_cards, github_card_posts`
  const before = await rows()
  await Promise.all([1, 2].map(() => t.tasks['github-cards.read']!({ id: preview!.id })))
  await t.tasks['github-cards.look']!({ postId: 404_404 })
  await t.tasks['github-cards.read']!({ id: 404_404 })
  assert.deepEqual(await t.work(), [])
  assert.deepEqual(await rows(), before)
  await run(t.db)`delete from github_card_posts`
  await run(t.db)`update github_cards set due_at = now() - interval '1 hour'`
  await t.tasks['github-cards.read']!({ id: preview!.id })
  assert.deepEqual(await t.work(), [])
})

test('shows at most ten previews per post, and fetches at most thirty new previews per member per hour', async () => {
  const t = await start()
  const links = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${hub}/octo/hello/issues/${from + index}`).join('\n')
  for (const from of [1, 101, 201]) await t.publish(links(from, 12))
  assert.equal((await t.work()).length, 30)
  const late = await t.publish(links(301, 2))
  assert.deepEqual(await t.work(), [])
  const other = (await t.bob<Post>('POST', publishPost.path, { content: links(401, 1) })).body.id
  assert.equal((await t.work()).length, 1)
  assert.match(await t.html(other), /link-card/)
  assert.doesNotMatch(await t.html(late), /link-card/)
  assert.equal((await t.pass(3_601_000)).length, 2)
  assert.match(await t.html(late), /link-card/)
})

test('shows cached previews in the composer’s preview without fetching new ones', async () => {
  const t = await start()
  const preview = async (content: string) =>
    (await t.alice<{ html: string }>('POST', '/api/posts/preview', { content, withLines: true })).body.html
  assert.doesNotMatch(await preview(`${hub}/octo/hello`), /<figure/)
  await t.publish(`${hub}/octo/hello`)
  assert.equal((await t.work()).length, 1)
  assert.match(await preview(`a\n\n${hub}/octo/hello`), /<figure class="link-card" data-line="2">/)
})

test('adds previews to posts published before the feature existed', async () => {
  const t = await start()
  const id = await t.publish(`${hub}/octo/hello`)
  await run(t.db)`delete from graphile_worker._private_jobs`
  await run(t.db)`update all_posts set render_version = 1`
  await t.tasks['posts.render']!({})
  await t.work()
  assert.match(await t.html(id), /link-card/)
})
