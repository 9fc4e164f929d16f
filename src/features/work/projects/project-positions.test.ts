import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  createProject,
  deleteProject,
  getProject,
  notYoursToOrder,
  orderProjects,
  updateProject,
} from './projects.contract.ts'
import { aProject, castProjects, fullProject } from '#tests/support/making-projects.ts'

test('orders a member’s projects, placing projects missing from the order first', async () => {
  const t = await castProjects()
  const [a, b, c] = [await t.make('alice'), await t.make('alice'), await t.make('alice')]
  const his = await t.make('bob')
  t.announced()
  for (let time = 0; time < 2; time++) {
    const { body } = await t.alice('PUT', orderProjects.path, { ids: [a.id, c.id, b.id] })
    assert.deepEqual([body, t.announced()], [{ ids: [a.id, c.id, b.id] }, ['projects']])
  }
  assert.deepEqual(
    (await t.listed('?username=alice')).map(({ id, position }) => [id, position]),
    [
      [a.id, 1],
      [c.id, 2],
      [b.id, 3],
    ],
  )
  const added = await t.make('alice')
  assert.equal(added.position, 1)
  const answered = await t.alice('PUT', orderProjects.path, { ids: [b.id, a.id, 404_404] })
  assert.deepEqual(answered.body, { ids: [added.id, c.id, b.id, a.id] })
  for (const who of [t.alice, t.admin]) {
    const { status, body } = await who<{ message: string }>('PUT', orderProjects.path, { ids: [his.id] })
    assert.deepEqual([status, body.message], [403, notYoursToOrder()])
  }
  for (const ids of [[a.id, a.id], ['1'], [0], 'x', undefined])
    assert.equal((await t.alice('PUT', orderProjects.path, { ids })).status, 400)
})

test('lists every member’s first project before any member’s second', async () => {
  const t = await castProjects()
  for (const title of ['Her third', 'Her second', 'Her first']) await t.make('alice', { title })
  await t.make('bob', { title: 'His first' })
  assert.deepEqual(await t.titles(), ['His first', 'Her first', 'Her second', 'Her third'])
})

test('applies one of two concurrent reorderings in full', async () => {
  const t = await castProjects()
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await t.make('alice')).id)
  const wanted = [ids, ids.toReversed()]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => t.alice<object>('PUT', orderProjects.path, { ids: wanted[n % 2] })),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const held = (await t.listed()).map(({ id }) => id)
  assert.ok(
    wanted.some((order) => String(order) === String(held)),
    String(held),
  )
  assert.deepEqual(t.logged, [])
})

test('handles concurrent edits, deletions, additions, and reorderings without losing any of them', async () => {
  const t = await castProjects()
  for (let n = 0; n < 5; n++) {
    const { id } = await t.make('alice')
    const [changed, deleted] = await Promise.all([
      t.alice('PUT', updateProject.href({ id }), fullProject),
      t.alice('DELETE', deleteProject.href({ id })),
    ])
    assert.ok([200, 404].includes(changed.status) && deleted.status === 204, `${changed.status} ${deleted.status}`)
    assert.equal((await t.alice('GET', getProject.href({ id }))).status, 404)
  }
  const { id } = await t.make('alice')
  const made = Array.from({ length: 5 }, () => t.alice('POST', createProject.path, aProject))
  const ordered = Array.from({ length: 5 }, () => t.alice('PUT', orderProjects.path, { ids: [id] }))
  assert.deepEqual(new Set((await Promise.all([...made, ...ordered])).map(({ status }) => status)), new Set([201, 200]))
  const positions = (await t.listed()).map(({ position }) => position)
  assert.equal(new Set(positions).size, 6)
  assert.deepEqual(t.logged, [])
})
