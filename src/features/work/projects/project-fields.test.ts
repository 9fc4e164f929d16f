import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { createProject, ProjectInput, updateProject } from './projects.contract.ts'
import { aProject, castProjects, fullProject } from '#tests/support/making-projects.ts'

test('returns an uploaded picture’s dimensions', async () => {
  const t = await castProjects()
  await run(t.db)`insert into images (bucket, path, width, height, variant_widths, member_id)
    values ('project-images', '1/a.webp', 1200, 600, '{480,960}', ${t.members.alice.id})`
  const url = '/storage/v1/object/public/project-images/1/a.webp'
  const { thumbnail } = await t.make('alice', { thumbnailUrl: `http://devstead.test${url}` })
  assert.deepEqual(thumbnail, { src: url, srcset: `${url}.480w.webp 480w, ${url}.960w.webp 960w, ${url} 1200w` })
})

test('accepts empty, missing, or null URLs and comma-separated technologies', async () => {
  const t = await castProjects()
  const empty = {
    thumbnailUrl: '',
    demoVideoUrl: null,
    deploymentUrl: ' ',
    technologies: ' Go, , go ,Vue.js,  C  sharp',
  }
  const { thumbnail, demoVideo, technologies, featured, ...made } = await t.make('alice', empty)
  assert.deepEqual(
    [made.thumbnailUrl, made.demoVideoUrl, made.deploymentUrl, made.githubUrl, thumbnail, demoVideo, featured],
    ['', '', '', '', null, null, false],
  )
  assert.deepEqual(technologies, ['Go', 'Vue.js', 'C sharp'])
})

test.each([
  [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
  [{ title: '  ab  ' }, 'title', 'Title must be at least 3 characters'],
  [{ title: undefined }, 'title', 'Title must be at least 3 characters'],
  [{ title: 'a'.repeat(101) }, 'title', 'Title must be at most 100 characters'],
  [{ description: 'Too short' }, 'description', 'Description must be at least 10 characters'],
  [{ description: 'a'.repeat(2001) }, 'description', 'Description must be at most 2,000 characters'],
  [{ githubUrl: 'github.com/alice' }, 'githubUrl', 'Please enter a valid URL'],
  [{ deploymentUrl: 7 }, 'deploymentUrl', 'Please enter a valid URL'],
  [{ thumbnailUrl: '/etc/passwd' }, 'thumbnailUrl', 'Please enter a valid URL'],
  [{ technologies: 7 }, 'technologies', 'technologies must be a list of strings'],
  [{ technologies: ['a'.repeat(41)] }, 'technologies.0', 'A technology must be at most 40 characters'],
  [
    { technologies: 'abcdefghijklmnopqrstuvwxyzABCDE12345'.split('').join(',') },
    'technologies',
    'A project can have at most 30 technologies',
  ],
  [{ featured: 'yes' }, 'featured', 'featured must be true or false'],
])('rejects creating or updating a project with %j', async (fields, path, message) => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  for (const [method, target] of [
    ['POST', createProject.path],
    ['PUT', updateProject.href({ id })],
  ] as const) {
    const { status, body } = await t.alice<{ issues: unknown }>(method, target, { ...fullProject, ...fields })
    assert.deepEqual([status, body.issues], [400, [{ path, message }]])
  }
  assert.deepEqual(
    (await t.listed()).map(({ title }) => title),
    [aProject.title],
  )
})

test('accepts only HTTP(S) URLs', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://devstead.test/x',
    'https://user:secret@elsewhere.example/',
    'https:\\\\elsewhere.example',
    '//elsewhere.example',
    'https://elsewhere.example/"onload="alert(1)',
    "https://elsewhere.example/'><script>",
    '/storage/v1/object/public/../../x',
    'https://',
  ]
  for (const name of ['thumbnailUrl', 'demoVideoUrl', 'deploymentUrl', 'githubUrl'])
    for (const url of hostile) assert.equal(ProjectInput.safeParse({ ...aProject, [name]: url }).success, false, url)
})

test('ignores timestamps and position in a body, and rejects another member as the owner', async () => {
  const t = await castProjects()
  const forged = {
    id: 4242,
    position: -7,
    createdAt: '2001-01-01T00:00:00.000Z',
    canEdit: true,
    canDelete: true,
    thumbnail: { src: 'x', srcset: '' },
    repository: { stars: 9000, language: 'Rust' },
  }
  const { id, position, thumbnail, repository } = await t.make('alice', forged)
  assert.deepEqual([id === 4242, position, thumbnail, repository], [false, 1, null, null])
  const userId = t.members.bob.id
  for (const [method, path] of [
    ['POST', createProject.path],
    ['PUT', updateProject.href({ id })],
  ] as const)
    assert.equal((await t.alice(method, path, { ...aProject, userId })).status, 403)
  assert.equal(
    (await t.alice('PUT', updateProject.href({ id }), { ...aProject, userId: t.members.alice.id })).status,
    200,
  )
  assert.equal(
    (await t.admin('PUT', updateProject.href({ id }), { ...aProject, userId: t.members.alice.id })).status,
    200,
  )
})
