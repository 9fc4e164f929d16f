import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { asking } from '#tests/support/github-asking.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { draftProject, ProjectDraft } from './project-import.contract.ts'
import { projectImportRoutes } from './project-import.routes.ts'
import { ProjectInput } from './projects.contract.ts'

interface Answer {
  message: string
  issues: unknown
}

async function start() {
  const { server, github, time } = await asking()
  const t = await cast(projectImportRoutes, { github, clock: { now: () => time.now } })
  const bring = (githubUrl: unknown) => t.alice<Answer>('POST', draftProject.path, { githubUrl })
  const facts = {
    private: false,
    description: 'When the next ferry leaves',
    homepage: 'https://ferry.example',
    language: 'TypeScript',
    topics: ['sqlite', 'typescript', 'x'.repeat(41)],
  }
  server.data.repositories.push(recorded.repository('octo/ferry', facts))
  return { ...t, server, bring, facts }
}

test.each([
  'https://github.com/octo/ferry',
  'octo/ferry',
  ' github.com/Octo/Ferry.git ',
  'https://www.github.com/octo/ferry/issues/3',
])('fills in the form from a repository at %j, and saves nothing', async (address) => {
  const t = await start()
  const { status, body } = await t.bring(address)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    title: 'ferry',
    description: 'When the next ferry leaves',
    deploymentUrl: 'https://ferry.example/',
    githubUrl: 'https://github.com/octo/ferry',
    technologies: ['TypeScript', 'sqlite'],
  })
  assert.ok(ProjectInput.safeParse(ProjectDraft.parse(body)).success)
  assert.deepEqual((await t.bring(address)).body, body)
  assert.equal(await one(t.db)`select from all_projects limit 1`, null)
})

test('leaves fields empty when the repository has no value for them', async () => {
  const t = await start()
  const nothing = { private: false, description: null, homepage: 'soon!', language: null, topics: [] }
  t.server.data.repositories.push(recorded.repository('octo/new', nothing))
  const { description, deploymentUrl, technologies } = ProjectDraft.parse((await t.bring('octo/new')).body)
  assert.deepEqual([description, deploymentUrl, technologies], ['', '', []])
})

test.each([
  undefined,
  7,
  '',
  'octo',
  'https://gitlab.com/octo/ferry',
  'https://github.com/sponsors/octo',
  '../../user',
  'octo/..',
  'https://github.com@evil.example/octo/ferry',
])('rejects %j without calling GitHub', async (address) => {
  const t = await start()
  const { status, body } = await t.bring(address)
  assert.equal(status, 400)
  assert.deepEqual(body.issues, [
    { path: 'githubUrl', message: 'Enter the URL of a repository, such as https://github.com/owner/name' },
  ])
  assert.deepEqual(t.server.received, [])
})

test('reports both missing and private repositories as not found', async () => {
  const t = await start()
  t.server.data.repositories.push(recorded.repository('octo/secret', { ...t.facts, private: true }))
  for (const name of ['none', 'secret']) {
    const { status, body } = await t.bring(`octo/${name}`)
    assert.deepEqual([status, body.message], [404, `GitHub has no public repository octo/${name}.`])
  }
})

test('reports an outage, and an exhausted rate limit with its reset time', async () => {
  const t = await start()
  t.server.fail('down')
  const down = await t.bring('octo/ferry')
  assert.equal(down.status, 502)
  assert.match(down.body.message, /GitHub/)
  t.server.recover()
  t.server.limit.remaining = 0
  const spent = await t.bring('octo/ferry')
  assert.equal(spent.status, 502)
  assert.match(spent.body.message, /limit|try again/i)
  assert.ok(Number(spent.headers.get('retry-after')) > 60)
})

test('rejects visitors, and limits members to thirty requests per hour', async () => {
  const t = await start()
  assert.equal((await t.stranger('POST', draftProject.path, { githubUrl: 'octo/ferry' })).status, 401)
  for (let n = 0; n < 30; n++) assert.equal((await t.bring('octo/ferry')).status, 200)
  const { status, headers } = await t.bring('octo/ferry')
  assert.equal(status, 429)
  assert.ok(headers.get('retry-after'))
})
