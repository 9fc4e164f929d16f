import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answer, type Answers, mount, settle } from '#tests/support/mount.tsx'
import { historyView } from './history.tsx'

const entry = (number: number, total: number) => ({
  number,
  title: number === 1 ? null : 'On naming',
  editedAt: '2026-11-21T00:00:00.000Z',
  editor: number === 1 ? null : { id: 2, username: 'bob', displayName: 'Bob Baker' },
  isCurrent: number === total,
})

async function open(answers: Answers, query = { page: 1 }) {
  answer(answers)
  const { page } = await mount(<historyView.View params={{ id: 7 }} query={query} />)
  await settle()
  return page
}

test('lists versions with their editor and time, and marks the current version', async () => {
  const page = await open({
    'GET /api/posts/7/versions': () =>
      Response.json({ versions: [entry(2, 2), entry(1, 2)], page: 1, totalPages: 1, total: 2 }),
  })
  const rows = [...page.querySelectorAll('li a')]
  assert.deepEqual(
    rows.map((row) => row.getAttribute('href')),
    ['/post/7/versions/2', '/post/7/versions/1'],
  )
  assert.match(rows[0]!.textContent, /On naming.*Bob Baker.*Current/)
  assert.match(rows[1]!.textContent, /Version 1.*a former member/)
  assert.equal(page.querySelector('h1')?.textContent, 'Edit history')
})

test('paginates a long history', async () => {
  const asked: (string | null)[] = []
  const page = await open(
    {
      'GET /api/posts/7/versions': ({ search }) => {
        asked.push(search.get('page'))
        return Response.json({ versions: [entry(1, 11)], page: 2, totalPages: 2, total: 11 })
      },
    },
    { page: 2 },
  )
  assert.deepEqual(asked, ['2'])
  assert.equal(page.querySelector('a[rel=prev]')?.getAttribute('href'), '/post/7/versions')
})

test('shows a message if the post does not exist or was deleted', async () => {
  for (const status of [404, 410])
    assert.match(
      (await open({ 'GET /api/posts/7/versions': () => new Response('{}', { status }) })).textContent,
      /Post Not Found/,
    )
})
