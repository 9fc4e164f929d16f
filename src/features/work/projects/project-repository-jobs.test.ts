import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { testDb } from '#tests/support/database.ts'
import { asking } from '#tests/support/github-asking.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { projectRepositoryWorkers } from './project-repository-jobs.ts'
import { getProjectRepository, ProjectRepositoryAnswer } from './project-repositories.contract.ts'
import { createProject, getProject, Project, updateProject } from './projects.contract.ts'
import { projectRoutes } from './projects.routes.ts'

const hub = 'https://github.com'
const dayMs = 86_400_000
const input = { title: 'Hello', description: 'Says hello to everyone.', githubUrl: `${hub}/Octo/Hello.git` }

/** A site with a local GitHub, which has one repository. */
async function start() {
  const { server, github, time } = await asking()
  const { data, received } = server
  const repository = recorded.repository('octo/hello', {
    private: false,
    default_branch: 'main',
    stargazers_count: 1284,
    forks_count: 1,
    language: 'Rust',
    archived: true,
    license: { spdx_id: 'MIT', name: 'MIT License' },
  })
  data.repositories.push(repository)
  data.releases['octo/hello'] = recorded.release('octo/hello', 'v2.1', { published_at: '2026-10-01T10:00:00Z' })
  data.readmes['octo/hello'] = '# Hello\n\nSee [how](docs/how.md).'
  const t = await cast(projectRoutes, { github, clock: { now: () => time.now } })
  const tasks = tasksOf(projectRepositoryWorkers, t.ctx)
  const db = await testDb()

  const takeJobs = () => many<{ task: string; payload: unknown }>(db)`
    with due as (select id from graphile_worker._private_jobs order by id)
    delete from graphile_worker._private_jobs jobs using due where jobs.id = due.id
    returning payload, (select identifier from graphile_worker._private_tasks tasks where tasks.id = task_id) as task`
  /** Runs due jobs. @returns the calls to GitHub */
  async function work(): Promise<string[]> {
    for (const { task, payload } of await takeJobs()) await tasks[task]?.(payload)
    return received.splice(0).map(({ line }) => line)
  }
  async function pass(ms: number): Promise<string[]> {
    time.now += ms
    await tasks['project-repositories.refresh']!({})
    return work()
  }
  const add = async (fields: object = {}) =>
    (await t.alice('POST', createProject.path, { ...input, ...fields })).body.id as never as number
  const known = async (id: number) =>
    ProjectRepositoryAnswer.parse((await t.stranger('GET', getProjectRepository.href({ id }))).body).repository
  onTestFinished(() => assert.deepEqual(t.logged, []))
  return { ...t, server, data, repository, time, tasks, work, pass, add, known }
}

const questions = ['GET /repos/octo/hello', 'GET /repos/octo/hello/releases/latest', 'GET /repos/octo/hello/readme']

test('fetches the repository after a project is saved, and shows its data', async () => {
  const t = await start()
  const id = await t.add()
  assert.equal(await t.known(id), null)
  t.announced()
  assert.deepEqual(await t.work(), questions)
  assert.deepEqual(t.announced(), ['projects'])
  const shown = await t.known(id)
  assert.ok(shown)
  assert.deepEqual(shown, {
    name: 'octo/hello',
    url: `${hub}/octo/hello`,
    stars: 1284,
    forks: 1,
    language: 'Rust',
    license: 'MIT',
    isArchived: true,
    release: { name: 'v2.1', url: `${hub}/octo/hello/releases/tag/v2.1`, publishedAt: '2026-10-01T10:00:00.000Z' },
    readme: { html: shown.readme?.html, url: `${hub}/octo/hello/blob/main/README.md` },
  })
  assert.match(shown.readme?.html ?? '', /<h3 [^]*href="https:\/\/github\.com\/octo\/hello\/blob\/main\/docs\/how\.md"/)
  assert.deepEqual(t.server.received, [], 'reading makes no calls to GitHub')
})

test('adds stars and the language to the project once the repository has been fetched', async () => {
  const t = await start()
  const id = await t.add()
  const shown = async () => Project.parse((await t.stranger('GET', getProject.href({ id }))).body).repository
  assert.equal(await shown(), null)
  await t.work()
  assert.deepEqual(await shown(), { stars: 1284, language: 'Rust' })
  await run(t.db)`update project_repositories set facts = facts - 'language'`
  assert.deepEqual([await shown(), (await t.known(id))?.language], [{ stars: 1284, language: null }, null])
})

test('shares repositories between projects; makes no requests for repeated saves or non-repository URLs', async () => {
  const t = await start()
  const id = await t.add()
  await t.work()
  const second = await t.add({ githubUrl: `${hub}/octo/hello/` })
  await t.alice('PUT', updateProject.href({ id }), { ...input, title: 'Hello again' })
  for (const githubUrl of [
    '',
    `${hub}/octo`,
    `${hub}/octo/hello/issues/1`,
    'https://gitlab.com/octo/hello',
    `${hub}/sponsors/octo`,
  ])
    assert.equal(await t.known(await t.add({ githubUrl })), null)
  assert.deepEqual(await t.work(), [])
  assert.equal((await t.known(second))?.name, 'octo/hello')
})

test('refreshes once a day, and fetches only data that may have changed', async () => {
  const t = await start()
  const id = await t.add()
  await t.work()
  assert.deepEqual(await t.pass(dayMs - 60_000), [])
  t.announced()
  assert.deepEqual(await t.pass(61_000), questions.slice(0, 2))
  assert.deepEqual(t.announced(), [])
  t.repository.stargazers_count = 1300
  assert.deepEqual(await t.pass(dayMs), questions)
  assert.equal((await t.known(id))?.stars, 1300)
  assert.match((await t.known(id))!.readme!.html, /Hello/)
  t.repository.pushed_at = '2026-11-21T10:00:00Z'
  t.data.readmes['octo/hello'] = 'Goodbye'
  delete t.data.releases['octo/hello']
  await t.pass(dayMs)
  const shown = await t.known(id)
  assert.deepEqual([shown?.release, shown?.readme?.html], [null, '<p>Goodbye</p>\n'])
})

test('fetches a project’s new repository, and deletes a repository that no project uses', async () => {
  const t = await start()
  t.data.repositories.push(recorded.repository('octo/other', { private: false }))
  const id = await t.add()
  await t.work()
  await t.alice('PUT', updateProject.href({ id }), { ...input, githubUrl: `${hub}/octo/other` })
  assert.equal(await t.known(id), null)
  assert.equal((await t.work())[0], 'GET /repos/octo/other')
  const shown = await t.known(id)
  assert.deepEqual([shown?.name, shown?.release, shown?.readme], ['octo/other', null, null])
  assert.deepEqual(
    (await t.pass(dayMs)).filter((line) => line.includes('hello')),
    [],
  )
  await run(t.db)`update project_repositories set used_at = now() - interval '3 days'`
  await t.tasks['project-repositories.sweep']!({})
  assert.deepEqual(await many(t.db)`select address from project_repositories`, [{ address: `${hub}/octo/other` }])
})

test('shows a repository’s data without its README if the member hides the README', async () => {
  const t = await start()
  const id = await t.add({ showReadme: false })
  await t.work()
  const shown = await t.known(id)
  assert.deepEqual([shown?.stars, shown?.readme], [1284, null])
  await t.alice('PUT', updateProject.href({ id }), input)
  assert.equal((await t.known(id))?.readme, null, 'keeps the setting if omitted')
  await t.alice('PUT', updateProject.href({ id }), { ...input, showReadme: true })
  assert.ok((await t.known(id))?.readme)
})

test('does not show repositories that are private or have become private', async () => {
  const t = await start()
  t.repository.private = true
  const id = await t.add()
  assert.deepEqual(await t.work(), questions.slice(0, 1))
  assert.equal(await t.known(id), null)
  t.repository.private = false
  await t.pass(dayMs)
  assert.equal((await t.known(id))?.stars, 1284)
  t.repository.private = true
  t.announced()
  await t.pass(dayMs)
  assert.deepEqual([await t.known(id), t.announced()], [null, ['projects', 'removals']])
  assert.deepEqual(await one(t.db)`select facts, readme_html as html from project_repositories`, {
    facts: null,
    html: '',
  })
})

test.each(['down', 'nonsense', 'broken'] as const)(
  'keeps existing data and retries after an hour if GitHub fails (%s)',
  async (how) => {
    const t = await start()
    const id = await t.add()
    await t.work()
    const before = await t.known(id)
    t.repository.stargazers_count = 5
    t.server.fail(how, { path: '/readme' })
    await t.pass(dayMs)
    assert.deepEqual(await t.known(id), before)
    t.server.recover()
    assert.deepEqual(await t.pass(30 * 60_000), [])
    assert.deepEqual(await t.pass(31 * 60_000), questions)
    assert.equal((await t.known(id))?.stars, 5)
  },
)

test('waits until an exhausted rate limit resets', async () => {
  const t = await start()
  t.server.limit.remaining = 0
  t.server.limit.resetAt = new Date(t.time.now + 20 * 60_000)
  const id = await t.add()
  await t.work()
  assert.equal(await t.known(id), null)
  t.server.limit.remaining = 5000
  assert.deepEqual(await t.pass(10 * 60_000), [])
  assert.deepEqual(await t.pass(11 * 60_000), questions)
})

test('fetches many repositories sequentially, in smaller batches without a token', async () => {
  const t = await start()
  for (let n = 0; n < 24; n++) await t.add({ githubUrl: `${hub}/octo/missing-${n}` })
  assert.equal((await t.work()).length, 20)
  const tasks = tasksOf(projectRepositoryWorkers, { ...t.ctx, github: { ...t.ctx.github, hasToken: false } })
  await tasks['project-repositories.refresh']!({})
  assert.equal((await t.work()).length, 2)
  assert.equal((await t.pass(1000)).length, 2)
})

test('returns no repository for an unknown project', async () => {
  const t = await start()
  assert.equal((await t.stranger('GET', getProjectRepository.href({ id: 404 }))).status, 404)
})
