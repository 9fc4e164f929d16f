import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { endpoint, media, redirect } from './endpoint.contract.ts'
import { feature } from './feature.ts'
import { created } from './http.ts'
import { implement } from './implement.ts'
import { perMember } from './limits.contract.ts'
import { openApiOf } from './open-api.ts'

const Note = z.object({ id: z.int(), text: z.string(), editedAt: z.optional(z.iso.datetime()) })
const listNotes = endpoint('GET /api/notes', {
  summary: 'List notes',
  access: 'anyone',
  query: z.extend(PageQuery, {
    search: z.string(),
    isNew: z.optional(
      z.pipe(
        z.enum(['yes']),
        z.transform((text: 'yes') => text === 'yes'),
      ),
    ),
  }),
  answer: z.object({ notes: z.array(Note) }),
})
const writeNote = endpoint('POST /api/notes', {
  summary: 'Write a note',
  access: 'member',
  headers: { 'Idempotency-Key': 'Makes it safe to repeat the call', accept: 'text/html for a page' },
  body: z.object({ text: z.string() }),
  answer: Note,
  alternatives: [media('text/html'), redirect],
  creates: true,
  limits: [perMember('notes', 2, 60)],
})
const exportNote = endpoint('GET /notes/:id.txt', {
  summary: 'Get a note as a text file',
  access: 'anyone',
  params: { id: IdText },
  answer: media('text/plain'),
  isCached: true,
})
const dropNotes = endpoint('DELETE /api/notes', {
  summary: 'Delete all notes',
  access: 'admin',
  answer: z.null(),
  needsRecentProof: true,
})
const findNote = endpoint('POST /api/notes/find', {
  summary: 'Find a note',
  access: 'anyone',
  body: media('text/plain'),
  answer: z.nullable(Note),
  limits: [],
})

const notes = feature('notes', {
  routes: [
    implement(listNotes, async () => ({ notes: [] })),
    implement(writeNote, async () => created({ id: 1, text: '' })),
    implement(exportNote, async () => new Response('')),
    implement(dropNotes, async () => null),
    implement(findNote, async () => null),
  ],
  schemas: { Note },
})
const { paths, components } = openApiOf([notes])
const note = { $ref: '#/components/schemas/Note' }
const operation = (path: string, method: string) => {
  const found = paths[path]?.[method]
  assert.ok(found, `${method} ${path}`)
  return found
}
const statusesOf = (path: string, method: string) => Object.keys(operation(path, method).responses)

test('gives an operation a summary, an ID derived from its method and path, and its feature’s name as a tag', () => {
  assert.deepEqual(Object.keys(paths), ['/api/notes', '/notes/{id}.txt', '/api/notes/find'])
  const { operationId, summary, tags } = operation('/notes/{id}.txt', 'get')
  assert.deepEqual([operationId, summary, tags], ['getNotesByIdTxt', 'Get a note as a text file', ['notes']])
})

test('describes a parameter by the type it is parsed into, if JSON Schema can express it', () => {
  assert.deepEqual(operation('/notes/{id}.txt', 'get').parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
  ])
  assert.deepEqual(operation('/api/notes', 'get').parameters, [
    {
      name: 'page',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1e9, default: 1 },
    },
    {
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
    { name: 'search', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'isNew', in: 'query', required: false, schema: { type: 'string', enum: ['yes'] } },
  ])
})

test('lists headers with their meanings, except Accept', () => {
  assert.deepEqual(operation('/api/notes', 'post').parameters, [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Makes it safe to repeat the call',
      schema: { type: 'string' },
    },
  ])
})

test('describes a body by its schema and size limit, or by its media type', () => {
  assert.deepEqual(operation('/api/notes', 'post').requestBody, {
    description: 'At most 64 KiB.',
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    },
  })
  assert.deepEqual(operation('/api/notes/find', 'post').requestBody, { required: true, content: { 'text/plain': {} } })
})

test('uses references for schemas that a feature names', () => {
  const { responses } = operation('/api/notes', 'get')
  assert.deepEqual(responses[200]?.content?.['application/json'], {
    schema: {
      type: 'object',
      properties: { notes: { type: 'array', items: note } },
      required: ['notes'],
    },
  })
  assert.deepEqual(components.schemas['Note'], {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      text: { type: 'string' },
      editedAt: { type: 'string', format: 'date-time' },
    },
    required: ['id', 'text'],
  })
})

test('describes new entities, other media types, redirects, empty and cached responses, and null as successful responses', () => {
  const { responses } = operation('/api/notes', 'post')
  const content = { 'application/json': { schema: note }, 'text/html': {} }
  assert.deepEqual([responses[200]?.content, responses[201]?.content], [content, content])
  assert.ok(statusesOf('/api/notes', 'post').includes('3XX'))
  assert.deepEqual(statusesOf('/api/notes', 'delete'), ['204', '401', '403', '429', 'default'])
  assert.deepEqual(statusesOf('/notes/{id}.txt', 'get'), ['200', '304', '400', '404', 'default'])
  assert.deepEqual(operation('/api/notes/find', 'post').responses[200]?.content, {
    'application/json': { schema: { anyOf: [note, { type: 'null' }] } },
  })
})

test('uses one schema for all errors, and derives possible errors from access, parameters, body, and limits', () => {
  assert.deepEqual(statusesOf('/api/notes', 'get'), ['200', '400', 'default'])
  assert.deepEqual(statusesOf('/api/notes/find', 'post'), ['200', '400', '413', '415', 'default'])
  assert.deepEqual(operation('/api/notes', 'post').responses[429], {
    $ref: '#/components/responses/TooManyRequests',
  })
  assert.deepEqual(components.responses['TooManyRequests']?.content, {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  })
})

test('describes access, limits, and whether recent authentication is required', () => {
  assert.deepEqual(operation('/api/notes', 'post').security, [{ bearer: [] }])
  assert.deepEqual(operation('/api/notes', 'get').security, [{}, { bearer: [] }])
  assert.deepEqual(operation('/notes/{id}.txt', 'get').security, [])
  assert.equal(operation('/api/notes', 'post').description, 'Limits: “notes”: 2 calls per minute per member.')
  const { description = '' } = operation('/api/notes', 'delete')
  assert.match(
    description,
    /^Only for administrators\..*`reauthentication_needed`.*“member writes”: 300 calls per minute/,
  )
})
