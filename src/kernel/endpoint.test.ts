import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { endpoint, media, redirect } from './endpoint.contract.ts'
import { created, unchanged } from './http.ts'
import { implement } from './implement.ts'
import { perMember } from './limits.contract.ts'

const Note = z.object({ id: z.int(), text: z.string() })
const NewNote = z.object({ text: z.string().check(z.minLength(1, 'A note needs text')) })

const getNote = endpoint('GET /api/notebooks/:name/notes/:id', {
  summary: 'A note',
  access: 'anyone',
  params: { name: z.string(), id: IdText },
  answer: Note,
})
const writeNote = endpoint('POST /api/notes', {
  summary: 'Write a note',
  access: 'member',
  body: NewNote,
  answer: Note,
  limits: [perMember('notes', 2, 60)],
  creates: true,
  changes: ['removals'],
})
const dropNotes = endpoint('DELETE /api/notes', { summary: 'Remove all notes', access: 'admin', answer: z.null() })

const listNotes = endpoint('GET /api/notes', {
  summary: 'A page of notes',
  access: 'anyone',
  query: PageQuery,
  answer: z.object({ page: z.int() }),
})

const noteRoutes = [
  implement(listNotes, async ({ query: { page } }) => ({ page })),
  implement(getNote, async ({ params: { name, id } }) => ({ id, text: `Note ${id + 1} in ${name}` })),
  implement(writeNote, async ({ body, member }) => created({ id: member.id, text: body.text })),
  implement(dropNotes, async () => null),
]

test('returns an endpoint’s URLs', () => {
  assert.equal(getNote.href({ name: 'a/b?', id: 7 }), '/api/notebooks/a%2Fb%3F/notes/7')
  assert.equal(getNote.path, '/api/notebooks/:name/notes/:id')
  assert.equal(dropNotes.href({}), '/api/notes')
})

test('passes parsed parameters, query, and body to the handler', async () => {
  const t = await cast(noteRoutes)
  assert.deepEqual((await t.stranger('GET', getNote.href({ name: 'a b', id: 7 }))).body, {
    id: 7,
    text: 'Note 8 in a b',
  })
  assert.deepEqual((await t.stranger('GET', '/api/notes?page=3')).body, { page: 3 })
  const { status, body } = await t.bob('POST', writeNote.path, { text: 'Milk' })
  assert.deepEqual([status, body], [201, { id: t.members.bob.id, text: 'Milk' }])
})

test('rejects invalid parameters, queries, and bodies', async () => {
  const t = await cast(noteRoutes)
  assert.equal((await t.stranger('GET', '/api/notebooks/a/notes/seven')).status, 400)
  assert.equal((await t.stranger('GET', '/api/notes?page=0')).status, 400)
  const { status, body } = await t.bob('POST', writeNote.path, { text: '' })
  assert.equal(status, 400)
  assert.equal(body['message'], 'A note needs text')
})

test('enforces access rules and limits, and announces changes', async () => {
  const t = await cast(noteRoutes)
  assert.equal((await t.stranger('POST', writeNote.path, { text: 'Milk' })).status, 401)
  assert.equal((await t.bob('DELETE', dropNotes.path)).status, 403)
  assert.equal((await t.admin('DELETE', dropNotes.path)).status, 204)
  assert.deepEqual(t.announced(), [])
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await t.bob('POST', writeNote.path, { text: 'Milk' })).status)
  assert.deepEqual(statuses, [201, 201, 429])
  assert.deepEqual(t.announced(), ['removals'])
})

test('announces nothing for a failed request', async () => {
  const t = await cast(noteRoutes)
  await t.bob('POST', writeNote.path, { text: '' })
  assert.deepEqual(t.announced(), [])
})

test('sends an empty response for null only if the endpoint never returns a body', async () => {
  const newestNote = endpoint('GET /api/notes/newest', {
    summary: 'Get the newest note',
    access: 'anyone',
    answer: z.nullable(Note),
  })
  const t = await cast([implement(newestNote, async () => null), implement(dropNotes, async () => null)])
  const { status, body } = await t.stranger('GET', newestNote.path)
  assert.deepEqual([status, body], [200, null])
  assert.equal((await t.admin('DELETE', dropNotes.path)).status, 204)
})

test('rejects invalid response bodies at run time and most of them at compile time', async () => {
  const t = await cast([
    // @ts-expect-error -- the text is missing
    implement(getNote, async ({ params }) => ({ id: params.id })),
    // @ts-expect-error -- the entity does not fit either
    implement(writeNote, async () => created({ id: 1 })),
  ])
  assert.equal((await t.stranger('GET', getNote.href({ name: 'a', id: 7 }))).status, 500)
  assert.equal((await t.bob('POST', writeNote.path, { text: 'Milk' })).status, 500)
  assert.equal(t.logged.length, 2)
})

test('lets a handler report that nothing has changed', async () => {
  const t = await cast([
    implement(writeNote, async ({ body }) =>
      body.text === 'same' ? unchanged({ id: 1, text: 'same' }) : created({ id: 2, text: '' }, { hasChanged: false }),
    ),
  ])
  assert.equal((await t.bob('POST', writeNote.path, { text: 'same' })).status, 200)
  assert.equal((await t.bob('POST', writeNote.path, { text: 'hidden' })).status, 201)
  assert.deepEqual(t.announced(), [])
})

const exportNotes = endpoint('GET /api/notes/:id.txt', {
  summary: 'A note as a text file',
  access: 'anyone',
  params: { id: IdText },
  query: z.object({ style: z.optional(z.string()) }),
  answer: media('text/plain'),
  reads: ['posts'],
  isCached: true,
  isFrequent: true,
})

const exportRoute = implement(exportNotes, async ({ params }) => {
  return new Response(`Note ${params.id + 1}`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
})

test('serves other media types at the endpoint’s path plus a suffix', async () => {
  const t = await cast([exportRoute])
  assert.equal(exportNotes.href({ id: 7 }), '/api/notes/7.txt')
  assert.equal(await (await t.app.request('/api/notes/7.txt')).text(), 'Note 8')
  for (const path of ['/api/notes/seven.txt', '/api/notes/7.csv', '/api/notes/7', '/api/notes/.txt'])
    assert.equal((await t.app.request(path)).status, 404)
})

test('derives a route’s caching and logging from its endpoint', () => {
  const version = () => 1
  const route = implement(exportNotes, async () => new Response(), { version })
  assert.deepEqual(
    [route.cachedQuery, route.changesWith, route.isBusy, route.version],
    [['style'], ['posts'], true, version],
  )
})

test('rejects undeclared media types in tests', async () => {
  const moved = endpoint('GET /api/old-notes', { summary: 'Old address', access: 'anyone', answer: redirect })
  const t = await cast([
    implement(moved, async () => new Response(null, { status: 301, headers: { location: '/api/notes' } })),
    implement(dropNotes, async () => created(null)),
    implement(
      endpoint('GET /api/notes.csv', { summary: 'Notes as CSV', access: 'anyone', answer: media('text/csv') }),
      async () => Response.json({}),
    ),
  ])
  assert.equal((await t.app.request(moved.path)).status, 301)
  assert.equal((await t.app.request('/api/notes.csv')).status, 500)
  assert.equal((await t.admin('DELETE', dropNotes.path)).status, 500)
})

test('lets a handler respond with an alternative media type', async () => {
  const showNote = endpoint('GET /api/note-pages/:id', {
    summary: 'A note, as a page if the query asks for one',
    access: 'anyone',
    params: { id: IdText },
    query: z.object({ as: z.optional(z.string()) }),
    answer: Note,
    alternatives: [media('text/html')],
  })
  const t = await cast([
    implement(showNote, async ({ params, query }) => {
      const headers = { 'content-type': `text/${query.as}; charset=utf-8` }
      return query.as ? new Response('A note', { headers }) : { id: params.id, text: 'A note' }
    }),
  ])
  assert.deepEqual((await t.stranger('GET', '/api/note-pages/7')).body, { id: 7, text: 'A note' })
  assert.equal(await (await t.app.request('/api/note-pages/7?as=html')).text(), 'A note')
  assert.equal((await t.app.request('/api/note-pages/7?as=csv')).status, 500)
})

test('lets the handler read a body that is not JSON', async () => {
  const importNotes = endpoint('POST /api/notes/import', {
    summary: 'Import notes',
    access: 'member',
    body: media('text/csv'),
    answer: z.object({ lines: z.int() }),
  })
  const t = await cast([
    implement(importNotes, async ({ request }) => ({ lines: (await request.text()).split('\n').length })),
  ])
  const headers = { authorization: 'Bearer bob', 'content-type': 'text/csv' }
  const answer = await t.app.request(importNotes.path, { method: 'POST', headers, body: 'a\nb' })
  assert.deepEqual(await answer.json(), { lines: 2 })
})

test('requires parameters to match the path', () => {
  const spec = { summary: '', access: 'anyone', answer: Note } as const
  const path = 'GET /api/notes/:id'
  // @ts-expect-error -- `id` has no schema
  assert.equal(endpoint(path, spec).path, '/api/notes/:id')
  // @ts-expect-error -- the path has no `userId`
  assert.equal(endpoint(path, { ...spec, params: { id: IdText, userId: IdText } }).method, 'GET')
})
