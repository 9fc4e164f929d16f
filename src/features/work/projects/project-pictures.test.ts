import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { type ObjectKey, publicUrlOf } from '#providers/storage/storage.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { getProjectPictures, ProjectPictures, unknownPicture } from './project-pictures.contract.ts'
import { projectsArchive } from './projects-archive.store.ts'
import { createProject, deleteProject, Project, updateProject } from './projects.contract.ts'
import { projectRoutes } from './projects.routes.ts'

const prefix = '/storage/v1/object/public/project-images/'
const storage = {
  keyOf: (url: string) =>
    url.startsWith(prefix) ? { bucket: 'project-images', path: url.slice(prefix.length) } : null,
  addressOf: (place: ObjectKey) => publicUrlOf('', place),
} as Context['storage']
const aProject = { title: 'Ferry times', description: 'When the next ferry leaves, offline.' }

async function castPictures() {
  const t = await cast(projectRoutes, { storage })
  for (const path of ['1/a.webp', '1/b.webp'])
    await run(t.db)`insert into images (bucket, path, width, height, variant_widths, member_id)
      values ('project-images', ${path}, 1600, 1000, '{480}', ${t.members.alice.id})`
  const make = async (fields: object = {}) =>
    Project.parse((await t.alice('POST', createProject.path, { ...aProject, ...fields })).body).id
  const change = (id: number, fields: object) =>
    t.alice<{ message: string; issues: object[] }>('PUT', updateProject.href({ id }), { ...aProject, ...fields })
  const shown = async (id: number) =>
    ProjectPictures.parse((await t.stranger('GET', getProjectPictures.href({ id }))).body).pictures
  return { ...t, make, change, shown }
}
const picture = (name: string, alt: string) => ({ src: `${prefix}1/${name}.webp`, alt })
const displayed = (name: string, alt: string) => ({
  ...picture(name, alt),
  srcset: `${prefix}1/${name}.webp.480w.webp 480w, ${prefix}1/${name}.webp 1600w`,
  width: 1600,
  height: 1000,
})

test('shows the pictures with their sizes, in order, and keeps them when they are omitted', async () => {
  const t = await castPictures()
  const id = await t.make({ pictures: [picture('a', ' The\nharbor '), picture('b', '')] })
  assert.deepEqual(await t.shown(id), [displayed('a', 'The harbor'), displayed('b', '')])
  assert.equal((await t.change(id, {})).status, 200)
  assert.equal((await t.shown(id)).length, 2)
  await t.change(id, { pictures: [picture('b', 'The map'), picture('a', '')] })
  assert.deepEqual(await t.shown(id), [displayed('b', 'The map'), displayed('a', '')])
  await t.change(id, { pictures: [] })
  assert.deepEqual(await t.shown(id), [])
})

test('rejects external images, too many images, and overlong alt texts, and keeps the saved pictures', async () => {
  const t = await castPictures()
  const id = await t.make({ pictures: [picture('a', '')] })
  const invalid: [unknown, RegExp][] = [
    [[picture('unknown', '')], new RegExp(unknownPicture())],
    [[{ src: 'https://elsewhere.example/a.png', alt: '' }], new RegExp(unknownPicture())],
    [[{ alt: '' }], new RegExp(unknownPicture())],
    [[picture('a', 'x'.repeat(301))], /at most 300 characters/],
    [Array.from({ length: 13 }, () => picture('a', '')), /at most 12 pictures/],
    ['a.png', /must be a list/],
  ]
  for (const [pictures, reason] of invalid) {
    const { status, body } = await t.change(id, { pictures })
    assert.equal(status, 400)
    assert.match(body.message, reason)
  }
  assert.deepEqual(await t.shown(id), [displayed('a', '')])
  assert.equal((await t.stranger('GET', getProjectPictures.href({ id: 999 }))).status, 404)
})

test('exports the pictures with the project, and deletes them with it', async () => {
  const t = await castPictures()
  const id = await t.make({ pictures: [picture('b', 'The map'), picture('a', '')] })
  const exported: object[] = []
  for await (const row of projectsArchive[0]!.rows(t.db, t.members.alice.id)) exported.push(row)
  assert.deepEqual(
    exported.map((row) => 'pictures' in row && row.pictures),
    [[picture('b', 'The map'), picture('a', '')]],
  )
  await t.alice('DELETE', deleteProject.href({ id }))
  assert.equal(await one(t.db)`select from project_pictures`, null)
})
