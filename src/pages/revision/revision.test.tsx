import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Revision, RevisionChanges } from '#features/writing/history/history.contract.ts'
import { revisionQuery } from '#features/writing/history/history.hooks.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { revisionView } from './revision.tsx'

const category = { id: 1, name: 'tech_tips', displayName: 'Tech Tips', color: 'teal' }
const revision: Revision = {
  id: '7.2',
  postId: 7,
  number: 2,
  total: 5,
  title: 'On naming',
  content: 'Names matter',
  contentHtml: '<p>Names matter</p>',
  isTruncated: false,
  isLongForm: true,
  category,
  createdAt: '2026-11-20T00:00:00.000Z',
  editedAt: '2026-11-21T00:00:00.000Z',
  editor: { id: 2, username: 'bob', displayName: 'Bob Baker' },
  isCurrent: false,
}
const changes: RevisionChanges = {
  title: {
    parts: [
      { kind: 'removed', text: 'Of' },
      { kind: 'added', text: 'On' },
      { kind: 'same', text: ' naming' },
    ],
    isWhole: false,
  },
  content: null,
  before: { number: 1, category: { ...category, id: 5, displayName: 'General Thoughts' }, isLongForm: false },
}

async function open(part: Partial<Revision> = {}, response = changes) {
  const asked = answer({
    'GET /api/posts/7/versions/2': () => Response.json({ ...revision, ...part }),
    'GET /api/posts/7/versions/2/changes': () => Response.json(response),
  })
  const { page } = await mount(<revisionView.View params={{ id: 7, number: 2 }} query={{}} />)
  await settle()
  const links = () =>
    [...page.querySelectorAll('nav a')].map((link) => [link.textContent.trim(), link.getAttribute('href')])
  return { page, asked, links }
}

test('names the version and links to the previous and next versions, the full history, and the post', async () => {
  const t = await open()
  assert.match(t.page.textContent, /This is version 2 of 5, by Bob Baker, from /)
  assert.deepEqual(t.links(), [
    ['Version 1', '/post/7/versions/1'],
    ['Version 3', '/post/7/versions/3'],
    ['All versions', '/post/7/versions'],
    ['Current version of the post', '/post/7'],
  ])
  assert.equal(t.page.querySelector('h1')?.textContent, 'On naming')
  assert.equal(t.page.querySelector('.prose')?.innerHTML, '<p>Names matter</p>')
})

test('marks changes to the title, category, and kind with more than just color', async () => {
  const t = await open()
  const facts = [...t.page.querySelectorAll('.revision-changes > div')].map((fact) => [
    fact.querySelector('dt')?.textContent,
    fact.querySelector('del')?.textContent,
    fact.querySelector('ins')?.textContent,
  ])
  assert.deepEqual(facts, [
    ['Title', 'Of', 'On'],
    ['Category', 'General Thoughts', 'Tech Tips'],
    ['Kind', 'Short post', 'Article'],
  ])
})

test('shows both versions in full, with a note, when they differ too much to compare', async () => {
  const parts = [
    { kind: 'removed' as const, text: 'Old\n' },
    { kind: 'added' as const, text: 'New' },
  ]
  const t = await open({}, { ...changes, content: { parts, isWhole: true } })
  assert.match(t.page.textContent, /These versions are too different to compare/)
})

test('marks the current version, and shows no comparison for the first version', async () => {
  const t = await open({ number: 1, total: 1, isCurrent: true, editor: null })
  assert.match(t.page.textContent, /This is the current version, by a former member/)
  assert.deepEqual(
    t.links().map(([text]) => text),
    ['All versions', 'Current version of the post'],
  )
  assert.equal(t.page.querySelector('details'), null)
})

test('links a missing version to the others of its post if the post exists, and is never indexed', async () => {
  answer({
    'GET /api/posts/7/versions': () => Response.json({ versions: [], page: 1, totalPages: 1, total: 1 }),
    'GET /api/posts/8/versions': () => Response.json({ error: 'gone' }, { status: 410 }),
  })
  const links = async (params: { id: number; number: number } | null) => {
    const { page } = await mount(<revisionView.View params={params} query={{}} />)
    await settle()
    assert.match(page.textContent, /Version Not Found/)
    return [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  }
  assert.deepEqual(await links({ id: 7, number: 2 }), [
    ['All versions', '/post/7/versions'],
    ['Return Home', '/'],
  ])
  assert.deepEqual(await links({ id: 8, number: 2 }), [['Return Home', '/']])
  assert.deepEqual(await links(null), [['Return Home', '/']])
  const cache = createQueryCache()
  cache.setQueryData(revisionQuery(7, 2).queryKey, revision)
  assert.deepEqual(revisionView.head(cache, { params: { id: 7, number: 2 }, query: {} }), {
    title: 'On naming (version 2 of 5)',
    noindex: true,
  })
})
