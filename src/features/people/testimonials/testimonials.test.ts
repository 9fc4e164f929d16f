import assert from 'node:assert/strict'
import { test } from 'vitest'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { getTestimonials, replaceTestimonials, Testimonials } from './testimonials.contract.ts'
import { testimonialRoutes } from './testimonials.routes.ts'

const kind = { text: 'Kind, and fast', name: 'Ada', role: 'CTO, Loom', url: 'https://ada.example/' }
const short = { text: 'Hire her.', name: 'Bo', role: '', url: '' }

async function castTestimonials() {
  const t = await cast(testimonialRoutes)
  const save = (testimonials: unknown) =>
    t.alice<{ message: string }>('PUT', replaceTestimonials.path, { testimonials })
  const shown = async () => {
    const { body } = await t.stranger('GET', getTestimonials.href({ id: t.members.alice.id }))
    return Testimonials.parse(body).testimonials
  }
  return { ...t, save, shown }
}

test('shows the most recently saved testimonials, in order', async () => {
  const t = await castTestimonials()
  assert.deepEqual(await t.shown(), [])
  for (let time = 0; time < 2; time++) {
    assert.equal((await t.save([kind, short])).status, 200)
    assert.deepEqual(t.announced(), ['members', 'removals'])
  }
  assert.deepEqual(await t.shown(), [kind, short])
  await t.save([short, kind])
  assert.deepEqual(await t.shown(), [short, kind])
  await t.save([])
  assert.deepEqual(await t.shown(), [])
})

test('removes invisible characters from names, and keeps the line breaks of quotes', async () => {
  const t = await castTestimonials()
  await t.save([{ text: ' One\r\n\r\ntwo\0 ', name: 'A\u202eda\n L.', role: ' CTO ', url: ' https://Ada.example ' }])
  assert.deepEqual(await t.shown(), [{ text: 'One\n\ntwo', name: 'Ada L.', role: 'CTO', url: 'https://ada.example/' }])
})

test('rejects invalid testimonials', async () => {
  const t = await castTestimonials()
  await t.save([kind])
  const invalid: [object, RegExp][] = [
    [{ text: ' \u200b ' }, /Enter a quote/],
    [{ text: 'x'.repeat(1001) }, /at most 1000 characters/],
    [{ name: '' }, /Enter a name/],
    [{ name: 'x'.repeat(101) }, /at most 100 characters/],
    [{ role: 'x'.repeat(101) }, /at most 100 characters/],
    [{ url: 'javascript:alert(1)' }, /Enter a URL/],
  ]
  for (const [part, reason] of invalid) {
    const { status, body } = await t.save([{ ...kind, ...part }])
    assert.equal(status, 400)
    assert.match(body.message, reason)
  }
  assert.match((await t.save(Array.from({ length: 13 }, () => kind))).body.message, /at most 12 testimonials/)
  for (const body of badBodies) assert.equal((await t.alice('PUT', replaceTestimonials.path, body)).status, 400)
  assert.deepEqual(await t.shown(), [kind])
  assert.deepEqual(t.logged, [])
})

test('requires a session to save, and an existing member to read', async () => {
  const t = await castTestimonials()
  assert.equal((await t.stranger('PUT', replaceTestimonials.path, { testimonials: [] })).status, 401)
  assert.equal((await t.bob('GET', getTestimonials.href({ id: 999 }))).status, 404)
  for (const id of badIds) assert.equal((await t.bob('GET', `/api/users/${id}/testimonials`)).status, 400)
})
