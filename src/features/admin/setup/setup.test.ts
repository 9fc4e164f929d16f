import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { ProjectInput } from '#features/work/projects/projects.contract.ts'
import { insertProject } from '#features/work/projects/projects.store.ts'
import { defaultSettings, saveSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { siteSettingsRoutes } from '#features/admin/site-settings/site-settings.routes.ts'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
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
  assert.deepEqual(await t.setup(), { done: [], skipped: [] })
  assert.deepEqual(openSteps(await t.setup()), [...setupSteps])
  assert.deepEqual((await t.skip(['import', 'look'])).body, { done: [], skipped: ['look', 'import'] })
  await t.skip(['import'])
  assert.deepEqual(await t.setup(), { done: [], skipped: ['import'] })
  assert.ok(!openSteps(await t.setup()).includes('import'))
})

test('sees what the owner, but no other member, has done', async () => {
  const t = await castSetup()
  const { admin, bob } = t.members
  const describe = (id: number) => run(t.db)`
    update all_members set profile_image = '/storage/a.webp', title = 'Weaver', github_username = 'ada' where id = ${id}`
  const addContent = async (id: number) => {
    await inTransaction(t.db, (db) => insertProject(db, id, loom, null))
    await run(
      t.db,
    )`insert into import_runs (member_id, name, size_bytes, state) values (${id}, 'blog.zip', 10, 'done')`
  }
  await describe(bob.id)
  await addContent(bob.id)
  assert.deepEqual((await t.setup()).done, [])
  await describe(admin.id)
  await addContent(admin.id)
  assert.deepEqual((await t.setup()).done, ['profile', 'github', 'project', 'import'])
})

test('sees which settings differ from the defaults', async () => {
  const t = await castSetup()
  const settings = { ...defaultSettings, name: 'The Loom', accent: '#123456', sectionsOff: ['live' as const] }
  await t.admin('PUT', saveSettings.path, { version: 0, settings })
  await t.ctx.siteSettings.refresh()
  assert.deepEqual((await t.setup()).done, ['name', 'look', 'home'])
})

test('is for administrators only, and rejects invalid input', async () => {
  const t = await castSetup()
  assert.equal((await t.bob('GET', getSetup.path)).status, 403)
  assert.equal((await t.stranger('PUT', saveSkippedSteps.path, { skipped: [] })).status, 401)
  for (const body of [...badBodies, { skipped: ['coffee'] }, {}])
    assert.equal((await t.admin('PUT', saveSkippedSteps.path, body)).status, 400, JSON.stringify(body))
})
