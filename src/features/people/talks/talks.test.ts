import assert from 'node:assert/strict'
import { test } from 'vitest'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { talksArchive } from './talks-archive.store.ts'
import { getTalks, replaceTalks, Talks } from './talks.contract.ts'
import { talkRoutes } from './talks.routes.ts'
import { removeTalksOf } from './talks.store.ts'

const looms = {
  title: 'How looms count',
  event: 'LoomConf',
  place: 'Lyon',
  date: '2025-10-17',
  slidesUrl: 'https://ada.example/slides',
  videoUrl: 'https://ada.example/video',
  description: 'Cards\nand hooks',
}
const untold = { title: 'Engines', event: '', place: '', date: '', slidesUrl: '', videoUrl: '', description: '' }

async function castTalks() {
  const t = await cast(talkRoutes)
  const save = (talks: unknown) => t.alice<{ message: string }>('PUT', replaceTalks.path, { talks })
  const shown = async () => {
    const { body } = await t.stranger('GET', getTalks.href({ id: t.members.alice.id }))
    return Talks.parse(body).talks
  }
  return { ...t, save, shown }
}

test('shows the most recently saved talks, in order', async () => {
  const t = await castTalks()
  assert.deepEqual(await t.shown(), [])
  for (let time = 0; time < 2; time++) {
    assert.equal((await t.save([looms, untold])).status, 200)
    assert.deepEqual(t.announced(), ['members', 'removals'])
  }
  assert.deepEqual(await t.shown(), [looms, untold])
  await t.save([untold, looms])
  assert.deepEqual(await t.shown(), [untold, looms])
  await t.save([])
  assert.deepEqual(await t.shown(), [])
})

test('removes invisible characters from lines, and keeps the line breaks of descriptions', async () => {
  const t = await castTalks()
  await t.save([{ ...untold, title: 'L\u202eooms\n at work', date: ' 2024 ', description: ' One\r\ntwo\0 ' }])
  assert.deepEqual(await t.shown(), [{ ...untold, title: 'Looms at work', date: '2024', description: 'One\ntwo' }])
})

test('rejects invalid talks', async () => {
  const t = await castTalks()
  await t.save([looms])
  const invalid: [object, RegExp][] = [
    [{ title: ' \u200b ' }, /Enter a title/],
    [{ title: 'x'.repeat(151) }, /at most 150 characters/],
    [{ event: 'x'.repeat(151) }, /at most 150 characters/],
    [{ place: 7 }, /place must be text/],
    [{ date: '2025-02-30' }, /Enter a date such as/],
    [{ date: 'May' }, /Enter a date such as/],
    [{ slidesUrl: 'javascript:alert(1)' }, /Enter a URL/],
    [{ videoUrl: 'video.example' }, /Enter a URL/],
    [{ description: 'x'.repeat(501) }, /at most 500 characters/],
  ]
  for (const [part, reason] of invalid) {
    const { status, body } = await t.save([{ ...looms, ...part }])
    assert.equal(status, 400)
    assert.match(body.message, reason)
  }
  assert.match((await t.save(Array.from({ length: 51 }, () => looms))).body.message, /at most 50 talks/)
  for (const body of badBodies) assert.equal((await t.alice('PUT', replaceTalks.path, body)).status, 400)
  assert.deepEqual(await t.shown(), [looms])
  assert.deepEqual(t.logged, [])
})

test('requires a session to save, and an existing member to read', async () => {
  const t = await castTalks()
  assert.equal((await t.stranger('PUT', replaceTalks.path, { talks: [] })).status, 401)
  assert.equal((await t.bob('GET', getTalks.href({ id: 999 }))).status, 404)
  for (const id of badIds) assert.equal((await t.bob('GET', `/api/users/${id}/talks`)).status, 400)
})

test('exports the talks in order, and deletes them with the account', async () => {
  const t = await castTalks()
  await t.save([untold, looms])
  const { id } = t.members.alice
  const exported: object[] = []
  for await (const row of talksArchive[0]!.rows(t.db, id)) exported.push(row)
  assert.deepEqual(exported, [
    { position: 1, ...untold },
    { position: 2, ...looms },
  ])
  await removeTalksOf(t.db, id)
  assert.deepEqual(await t.shown(), [])
})
