import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { ProjectInput } from '#features/work/projects/projects.contract.ts'
import { insertProject } from '#features/work/projects/projects.store.ts'
import { defaultSettings, saveSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsRoutes } from '#features/admin/site-settings/site-settings.routes.ts'
import { createPost } from '#features/writing/posts/posts.store.ts'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { renderedPost } from '#tests/support/rendered-post.ts'
import { getSetup, openSteps, saveSkippedSteps, type Setup, type SetupStep, setupSteps } from './setup.contract.ts'
import { setupRoutes } from './setup.routes.ts'

const loom = ProjectInput.parse({ title: 'Loom', description: 'A machine for weaving.' })

async function castSetup() {
  const t = await cast([...setupRoutes, ...siteSettingsRoutes])
  await run(t.db)`insert into site_ownership (member_id) values (${t.members.admin.id})`
  const setup = async () => (await t.admin<Setup>('GET', getSetup.path)).body
  const skip = (skipped: SetupStep[]) => t.admin<Setup>('PUT', saveSkippedSteps.path, { skipped })
  return { ...t, setup, skip }
}

test('has nothing done on a new site, and remembers which steps are skipped', async () => {
  const t = await castSetup()
  assert.deepEqual(await t.setup(), { steps: [...setupSteps], done: [], skipped: [] })
  assert.deepEqual(openSteps(await t.setup()), [...setupSteps])
  assert.deepEqual((await t.skip(['import', 'look'])).body, {
    steps: [...setupSteps],
    done: [],
    skipped: ['look', 'import'],
  })
  await t.skip(['import'])
  assert.deepEqual(await t.setup(), { steps: [...setupSteps], done: [], skipped: ['import'] })
  assert.ok(!openSteps(await t.setup()).includes('import'))
})

test('sees what the owner, but no other member, has done', async () => {
  const t = await castSetup()
  const { admin, bob } = t.members
  const describe = (id: number) => run(t.db)`
    update all_members set profile_image = '/storage/a.webp', title = 'Weaver', github_username = 'ada' where id = ${id}`
  const addContent = async (id: number, state: string) => {
    await inTransaction(t.db, (db) => insertProject(db, id, loom, { thumbnail: null }))
    await run(
      t.db,
    )`insert into import_runs (member_id, name, size_bytes, state) values (${id}, 'a.zip', 10, 'failed'), (${id}, 'blog.zip', 10, ${state})`
  }
  await describe(bob.id)
  await addContent(bob.id, 'done')
  assert.deepEqual((await t.setup()).done, [])
  await describe(admin.id)
  await addContent(admin.id, 'checked')
  assert.deepEqual((await t.setup()).done, ['profile', 'github', 'project'])
  await run(t.db)`update import_runs set state = 'done'`
  await createPost(t.db, admin, { content: 'x', categoryId: 1 }, renderedPost)
  assert.deepEqual((await t.setup()).done, ['profile', 'github', 'project', 'post', 'import'])
})

test('sees which settings differ from the defaults', async () => {
  const t = await castSetup()
  const settings = { ...defaultSettings, name: 'The Loom', accent: '#123456', sectionsOff: ['projects' as const] }
  await t.admin('PUT', saveSettings.path, { version: 0, settings })
  await t.ctx.siteSettings.refresh()
  const { steps, done } = await t.setup()
  assert.deepEqual(done, ['name', 'look', 'home'])
  assert.deepEqual(
    steps,
    setupSteps.filter((step) => step !== 'project'),
  )
})

test('is for administrators only, and rejects invalid input', async () => {
  const t = await castSetup()
  assert.equal((await t.bob('GET', getSetup.path)).status, 403)
  assert.equal((await t.stranger('PUT', saveSkippedSteps.path, { skipped: [] })).status, 401)
  for (const body of [...badBodies, { skipped: ['coffee'] }, {}])
    assert.equal((await t.admin('PUT', saveSkippedSteps.path, body)).status, 400, JSON.stringify(body))
})
