import assert from 'node:assert/strict'
import { test } from 'vitest'
import { leanContract } from './lean-endpoints.ts'

const lean = (code: string) => leanContract(code).replaceAll('/* @__PURE__ */ ', '').replaceAll(/\s+/g, ' ')

test('keeps only the parts of an endpoint that browsers use', () => {
  const code = `export const addNote = endpoint('POST /api/books/:id/notes', {
    summary: 'Add a note, if it is short: summary, {limits}',
    access: 'member',
    params: { id: IdText }, // from the URL
    body: NewNote,
    limits: [perMember('notes', 30, 60), { name: 'all' }],
    answer: Note,
    changes: ['notes']
  })
  const next = 1`
  assert.equal(lean(code), "export const addNote = endpoint('POST /api/books/:id/notes', { }) const next = 1")
})

test('removes the schemas of JSON bodies and responses, which only the server checks, and keeps bodies of other media types', () => {
  const code = `endpoint('PUT /api/a', { body: z.object({ text: z.string() }), answer: Note })
endpoint('PUT /api/b', { body: media('text/csv'), answer: Note })
endpoint('PUT /api/c', { body: form, answer: Note })`
  assert.equal(
    lean(code),
    "endpoint('PUT /api/a', { }) endpoint('PUT /api/b', { body: media('text/csv'), }) endpoint('PUT /api/c', { body: form, })",
  )
})

test('handles constants that are spread into endpoints, directly or through other constants', () => {
  const code = `const ofNote = { params: { id: IdText }, access: 'member' } as const
const change = { ...ofNote, limits: [], answer: Note }
export const editNote = endpoint('PATCH /api/notes/:id', { summary: 'Edit a note', ...change })`
  assert.equal(
    lean(code),
    "const ofNote = { } as const const change = { ...ofNote, } export const editNote = endpoint('PATCH /api/notes/:id', { ...change })",
  )
})

test('leaves other objects and calls unchanged', () => {
  const code = `const Job = Shape({ summary: Text, changes: Changes })
const headers = { limits: 3 }
list.endpoint('GET /', { summary: 'No endpoint of ours' })`
  assert.equal(leanContract(code), code)
})

test('marks only calls that create schemas, limits, or endpoints as side-effect-free', () => {
  const code = `const Note = z.object({ text: Text.check(own()), at: z.iso.datetime() })
const limits = [perMember('notes', 30, 60)]
register(endpoint('GET /api/note', { answer: Note, limits: [perAddress('notes', 30, 60)] }))`
  assert.equal(
    leanContract(code),
    `const Note = /* @__PURE__ */ z.object({ text: /* @__PURE__ */ Text.check(own()), at: /* @__PURE__ */ z.iso.datetime() })
const limits = [/* @__PURE__ */ perMember('notes', 30, 60)]
register(/* @__PURE__ */ endpoint('GET /api/note', { }))`,
  )
})
