import assert from 'node:assert/strict'
import { useQuery } from '@tanstack/react-query'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { keyOf, queryIfThere, queryOf, readsOf, useRefetch } from './call.ts'
import { createQueryCache } from './query-cache.ts'

const Id = z.pipe(z.string(), z.transform(Number))
const PageQuery = z.object({ page: z.optional(z.number()) })
const ofNotes = { summary: 'List notes', access: 'anyone', query: PageQuery, answer: z.array(z.string()) } as const
const listNotes = endpoint('GET /api/notes', ofNotes)
const listNotesOf = endpoint('GET /api/books/:id/notes', { ...ofNotes, params: { id: Id } })
const getBook = endpoint('GET /api/books/:id', {
  summary: 'Get a book',
  access: 'anyone',
  params: { id: Id },
  answer: z.string(),
})

test('builds query keys from the path pattern, the parameters, and the query', () => {
  assert.deepEqual(keyOf(listNotes, {}), ['/api/notes'])
  assert.deepEqual(keyOf(listNotes, { query: { page: undefined } }), ['/api/notes'])
  assert.deepEqual(keyOf(listNotes, { query: { page: 2 } }), ['/api/notes', { page: 2 }])
  assert.deepEqual(keyOf(listNotesOf, { params: { id: 7 }, query: { page: 2 } }), [
    '/api/books/:id/notes',
    { id: 7 },
    { page: 2 },
  ])
})

test('matches all reads with the same path parameters when a key has no query', () => {
  const cache = createQueryCache()
  for (const id of [7, 8])
    for (const page of [1, 2])
      cache.setQueryData(queryOf(listNotesOf, { params: { id }, query: { page } }).queryKey, [`${id}, page ${page}`])
  const found = cache.getQueriesData({ queryKey: keyOf(listNotesOf, { params: { id: 7 } }) })
  assert.deepEqual(
    found.map(([, data]) => data),
    [['7, page 1'], ['7, page 2']],
  )
})

test('selects an endpoint’s reads, but not those of endpoints whose paths share a prefix', () => {
  const cache = createQueryCache()
  cache.setQueryData(queryOf(listNotes, {}).queryKey, ['all'])
  cache.setQueryData(queryOf(listNotesOf, { params: { id: 7 } }).queryKey, ['of 7'])
  cache.setQueryData(queryOf(getBook, { params: { id: 7 } }).queryKey, 'a book')
  cache.setQueryData(['edit', ...keyOf(getBook, { params: { id: 7 } })], 'edited')
  const found = cache.getQueriesData(readsOf(getBook, listNotes))
  assert.deepEqual(
    found.map(([, data]) => data),
    [['all'], 'a book'],
  )
})

test('refetches only queries on screen that read the given endpoints', async () => {
  const asked = answer({
    'GET /api/notes': () => Response.json([]),
    'GET /api/books/7': () => Response.json('A book'),
  })
  function Page() {
    useQuery(queryOf(listNotes, { query: { page: 2 } }))
    useQuery(queryOf(getBook, { params: { id: 7 } }))
    const refetch = useRefetch(listNotes)
    return <button onClick={() => void refetch()}>Refresh</button>
  }
  const { page } = await mount(<Page />)
  await settle()
  asked.length = 0
  await settle(() => page.querySelector('button')!.click())
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['GET /api/notes'],
  )
})

test('sends parameters and the query string in the URL', async () => {
  const pages: (string | null)[] = []
  answer({
    'GET /api/books/7/notes': ({ search }) => {
      pages.push(search.get('page'))
      return Response.json(['A note'])
    },
  })
  const read = queryOf(listNotesOf, { params: { id: 7 }, query: { page: 2 } })
  assert.deepEqual(await createQueryCache().fetchQuery(read), ['A note'])
  assert.deepEqual(pages, ['2'])
})

test('resolves to null when the entity is missing or deleted, and fails for other errors', async () => {
  for (const status of [404, 410]) {
    answer({ 'GET /api/books/7': () => Response.json({ message: 'Not there' }, { status }) })
    assert.equal(await createQueryCache().fetchQuery(queryIfThere(getBook, { params: { id: 7 } })), null)
  }
  answer({ 'GET /api/books/7': () => Response.json({ message: 'Try again' }, { status: 503 }) })
  await assert.rejects(createQueryCache().fetchQuery(queryIfThere(getBook, { params: { id: 7 } })), { status: 503 })
})
