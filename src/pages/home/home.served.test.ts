import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createLivestream, OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { run } from '#kernel/db.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('shows the next two livestreams on the home page, live ones first, and nothing if there are none', async () => {
  const { ask, db, register } = await servedSite()
  const token = await register('Alice')
  const announced = async (path: string) =>
    [...(await ask(path)).text.matchAll(/class="announced-title"><bdi>(.*?)<\/bdi>|class="(live)-badge"/g)].map(
      ([, title, live]) => title ?? live,
    )
  const make = async (title: string, fields: object = {}) => {
    const { text } = await ask(createLivestream.path, { method: 'POST', token, body: { title, ...fields } })
    return OwnLivestream.parse(JSON.parse(text)).id
  }
  await make('Not announced')
  await make('Private', { isPublic: false, scheduledAt: inDays(1) })
  assert.ok(!(await ask('/')).text.includes('class="announced'))

  await make('In four days', { scheduledAt: inDays(4) })
  await make('In two days', { scheduledAt: inDays(2) })
  await make('In three days', { scheduledAt: inDays(3) })
  assert.deepEqual(await announced('/?type=popular'), ['In two days', 'In three days'])

  const id = await make('On air')
  const later = new Date(Date.now() + 3_600_000) // the provider does not know it
  await run(db)`
    update all_livestreams set status = 'active', started_at = now(), state_at = ${later} where id = ${id}`
  const { text } = await ask('/?page=2')
  assert.deepEqual(await announced('/?page=2'), ['On air', 'live', 'In two days'])
  assert.ok(text.includes(`href="/livestream/${id}"`))
  assert.ok(!text.includes('streamKey'))
})
