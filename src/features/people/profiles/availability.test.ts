import assert from 'node:assert/strict'
import { test } from 'vitest'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { removeAvailability, saveAvailability } from './availability.contract.ts'
import { availabilityRoutes } from './availability.routes.ts'
import { availabilityArchive } from './availability.store.ts'
import type { User } from './profiles.contract.ts'
import { profileRoutes } from './profiles.routes.ts'

async function castAvailable() {
  const t = await cast([...availabilityRoutes, ...profileRoutes])
  const save = (text: string, link = '') => t.alice<{ message: string }>('PUT', saveAvailability.path, { text, link })
  const shown = async () => (await t.stranger<User>('GET', '/api/users/by-username/alice')).body
  return { ...t, save, shown }
}

test('shows on the profile what a member is available for, until they remove it', async () => {
  const t = await castAvailable()
  assert.equal('availability' in (await t.shown()), false)
  const saved = await t.save('  Freelance\u202e work ', ' https://Alice.example ')
  const availability = { text: 'Freelance work', link: 'https://alice.example/' }
  assert.deepEqual([saved.status, saved.body, (await t.shown()).availability], [200, availability, availability])
  assert.deepEqual(t.announced(), ['members', 'removals'])
  await t.save('')
  assert.deepEqual((await t.shown()).availability, { text: '', link: null })
  for (let time = 0; time < 2; time++) assert.equal((await t.alice('DELETE', removeAvailability.path)).status, 204)
  assert.equal('availability' in (await t.shown()), false)
  assert.deepEqual(t.logged, [])
})

test('rejects overlong text, other kinds of links, malformed bodies, and visitors', async () => {
  const t = await castAvailable()
  assert.equal((await t.save('x'.repeat(80))).status, 200)
  assert.match((await t.save('x'.repeat(81))).body.message, /at most 80 characters/)
  for (const link of ['javascript:alert(1)', 'alice.example', 'https://user:pass@alice.example', 'mailto:a@b.example'])
    assert.match((await t.save('', link)).body.message, /begins with https/, link)
  for (const body of badBodies) assert.equal((await t.alice('PUT', saveAvailability.path, body)).status, 400)
  assert.equal((await t.stranger('PUT', saveAvailability.path, { text: '', link: '' })).status, 401)
  assert.equal((await t.stranger('DELETE', removeAvailability.path)).status, 401)
})

test('includes the availability in the member’s archive', async () => {
  const t = await castAvailable()
  await t.save('Freelance work', 'https://alice.example/')
  const rows: object[] = []
  for await (const row of availabilityArchive.rows(t.db, t.members.alice.id)) rows.push(row)
  assert.equal(rows.length, 1)
  assert.partialDeepStrictEqual(rows[0], { text: 'Freelance work', link: 'https://alice.example/' })
})
