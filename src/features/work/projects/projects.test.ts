import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  maxProjects,
  notYoursToDelete,
  notYoursToEdit,
  orderProjects,
  Project,
  tooManyProjects,
  updateProject,
} from './projects.contract.ts'
import { aProject, castProjects, fullProject } from '#tests/support/making-projects.ts'

test('lets a member add a project that everyone can see', async () => {
  const t = await castProjects()
  const { status, body } = await t.alice('POST', createProject.path, fullProject)
  assert.deepEqual([status, t.announced()], [201, ['projects']])
  const made = Project.parse(body)
  const { id, user, position, createdAt, updatedAt, canEdit, canDelete, thumbnail, repository, demoVideo, ...said } =
    made
  assert.deepEqual(said, { ...fullProject, deploymentUrl: 'https://ferry.example/' })
  assert.deepEqual([user.username, position, createdAt, canEdit, canDelete], ['alice', 1, updatedAt, true, true])
  assert.deepEqual(thumbnail, {
    src: '/image-proxy/34?width=960',
    srcset: '/image-proxy/34?width=480 480w, /image-proxy/34?width=960 960w, /image-proxy/34?width=1600 1600w',
  })
  assert.equal(repository, null)
  assert.deepEqual(demoVideo, { kind: 'frame', src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42' })
  assert.deepEqual((await t.stranger('GET', getProject.href({ id }))).body, {
    ...made,
    canEdit: false,
    canDelete: false,
  })
  assert.deepEqual(await t.listed(), [{ ...made, canEdit: false, canDelete: false }])
})

test('lists featured projects first, then the newest', async () => {
  const t = await castProjects()
  for (const title of ['One', 'Two', 'Three']) await t.make('alice', { title, featured: title === 'Two' })
  assert.deepEqual(await t.titles(), ['Two', 'Three', 'One'])
})

test('filters by member, and by technology, ignoring case', async () => {
  const t = await castProjects()
  await t.make('alice', { title: 'Hers', technologies: ['Rust', 'WebAssembly'] })
  await t.make('bob', { title: 'His', technologies: ['rust'] })
  await t.make('bob', { title: 'Other', technologies: ['Go'] })
  assert.deepEqual((await t.titles('?technology=RUST')).sort(), ['Hers', 'His'])
  assert.deepEqual(await t.titles('?username=ALICE'), ['Hers'])
  assert.deepEqual(await t.titles(`?userId=${t.members.bob.id}&technology=rust`), ['His'])
  assert.deepEqual(await t.titles('?technology=%25'), [])
  assert.deepEqual(await t.titles('?page=2'), [])
  for (const bad of ['?userId=x', '?page=0'])
    assert.equal((await t.stranger('GET', listProjects.path + bad)).status, 400)
})

test('lets the owner and administrators replace a project, keeping the featured flag if it is omitted', async () => {
  const t = await castProjects()
  const { id, createdAt } = await t.make('alice', fullProject)
  t.announced()
  for (const who of [t.alice, t.alice, t.admin]) {
    const { status, body } = await who('PUT', updateProject.href({ id }), { ...aProject, title: 'Ferries' })
    assert.deepEqual(t.announced(), ['projects', 'removals'])
    const { title, featured, githubUrl, thumbnail, user, createdAt: made } = Project.parse(body)
    assert.deepEqual([status, title, featured, githubUrl, thumbnail], [200, 'Ferries', true, '', null])
    assert.deepEqual([user.username, made], ['alice', createdAt])
  }
  const { body } = await t.alice('PUT', updateProject.href({ id }), { ...fullProject, featured: false })
  assert.equal(Project.parse(body).featured, false)
})

test('lets the owner and administrators delete a project', async () => {
  const t = await castProjects()
  const [first, second] = [await t.make('alice'), await t.make('alice')]
  t.announced()
  assert.equal((await t.alice('DELETE', deleteProject.href({ id: first.id }))).status, 204)
  assert.deepEqual(t.announced(), ['projects', 'removals'])
  assert.equal((await t.alice('DELETE', deleteProject.href({ id: first.id }))).status, 404)
  assert.deepEqual(t.announced(), [])
  assert.equal((await t.admin('DELETE', deleteProject.href({ id: second.id }))).status, 204)
  assert.deepEqual([await t.titles(), t.logged], [[], []])
})

test('returns 401 for visitors, 403 for other members, 404 for an unknown ID, and 400 for an invalid ID', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  t.announced()
  const refusals = { PUT: notYoursToEdit(), DELETE: notYoursToDelete() }
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? fullProject : undefined
    assert.equal((await t.stranger(method, getProject.href({ id }), body)).status, 401)
    const refused = await t.bob<{ message: string }>(method, getProject.href({ id }), body)
    assert.deepEqual([refused.status, refused.body.message], [403, refusals[method]])
    assert.equal((await t.alice(method, getProject.href({ id: 404_404 }), body)).status, 404)
    for (const bad of badIds)
      assert.equal((await t.alice(method, getProject.path.replace(':id', bad), body)).status, 400, bad)
  }
  assert.equal((await t.stranger('POST', createProject.path, fullProject)).status, 401)
  assert.equal((await t.stranger('PUT', orderProjects.path, { ids: [id] })).status, 401)
  for (const bad of badIds) assert.equal((await t.alice('GET', getProject.path.replace(':id', bad))).status, 400, bad)
  for (const body of badBodies) assert.equal((await t.alice('POST', createProject.path, body)).status, 400)
  assert.deepEqual([await t.titles(), t.announced(), t.logged], [[aProject.title], [], []])
})

test('limits projects per member, even for concurrent requests', async () => {
  const t = await castProjects()
  await run(t.db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset, demo_video_url,
      deployment_url, github_url, technologies, technology_keys, is_featured, position)
    select ${t.members.alice.id}, 'T', 'D', '', '', '', '', '', '', '{}', '{}', false, n
    from generate_series(1, ${maxProjects - 3}::int) n`
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.alice<{ message?: string }>('POST', createProject.path, aProject)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assert.ok(answers.some(({ status, body }) => status === 409 && body.message === tooManyProjects()))
})

test('hides suspended members’ projects, and shows them again after the suspension', async () => {
  const t = await castProjects()
  const { id } = await t.make('alice')
  const standing = (word: string) => run(t.db)`update all_members set standing = ${word} where username = 'alice'`
  await standing('suspended')
  assert.deepEqual([await t.titles(), (await t.stranger('GET', getProject.href({ id }))).status], [[], 404])
  assert.equal((await t.admin('DELETE', deleteProject.href({ id }))).status, 404)
  assert.equal((await t.alice('POST', createProject.path, aProject)).status, 403)
  await standing('present')
  assert.deepEqual(await t.titles(), [aProject.title])
})
