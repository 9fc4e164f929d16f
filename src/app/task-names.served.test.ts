import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { taskName } from '#features/jobs/task-names.contract.ts'
import { testApplication } from '#tests/application.ts'
import { testDb } from '#tests/database.ts'
import { patienceMs } from '#tests/patience.ts'

test('administrators read in words what each job does', async () => {
  const db = await testDb()
  // Other tests have tasks of their own in this database.
  await run(db)`delete from graphile_worker._private_tasks`
  await testApplication()
  const listed = async () =>
    (
      await many<{ task: string }>(db)`
    select identifier as task from graphile_worker._private_tasks`
    ).map(({ task }) => task)
  await vi.waitFor(async () => assert.ok((await listed()).includes('webmentions.verify')), { timeout: patienceMs })
  const tasks = await listed()
  assert.ok(tasks.length > 30, String(tasks))
  assert.deepEqual(
    tasks.filter((task) => taskName(task) === task),
    [],
  )
})
