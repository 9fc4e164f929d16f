import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { editArticleView } from './edit-article.tsx'

const key = 'a'.repeat(32)
const article = aPost(7, { title: 'As published', isLongForm: true, canEdit: true, canDelete: true })
const draft = {
  key,
  title: 'As I want it',
  content: 'Better words',
  categoryId: 1,
  details: { tags: [] },
  postId: 7,
  baseUpdatedAt: article.updatedAt,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
}
const plain = { schedule: null, isShared: false, openComments: 0 }
const listed = { key, title: 'As I want it', excerpt: 'Better words', postId: 7, updatedAt: draft.updatedAt, ...plain }

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/blog/edit/7')
  signInHere()
})

async function open(answers: Answers) {
  answer({
    'GET /api/post-categories': () => Response.json([]),
    'GET /api/posts/7': () => Response.json(article),
    'GET /api/drafts': () => Response.json({ drafts: [] }),
    ...answers,
  })
  const { page } = await mount(<editArticleView.View params={{ id: 7 }} query={{}} />)
  await settle()
  return { page, title: () => page.querySelector('textarea')?.value }
}

test('opens an article without a draft, and shows no status', async () => {
  const t = await open({})
  assert.equal(t.title(), 'As published')
  assert.equal(t.page.querySelector('.article-status')?.textContent, '')
})

test('opens the draft of an article that has unpublished changes', async () => {
  const t = await open({
    'GET /api/drafts': () => Response.json({ drafts: [listed] }),
    [`GET /api/drafts/${key}`]: () => Response.json(draft),
  })
  assert.equal(t.title(), 'As I want it')
  assert.match(t.page.textContent, /Saved/)
})

test('ignores a draft that disappears between the two requests', async () => {
  const t = await open({ 'GET /api/drafts': () => Response.json({ drafts: [listed] }) })
  assert.equal(t.title(), 'As published')
})

test('shows an error instead of starting a second draft when drafts fail to load', async () => {
  const t = await open({ 'GET /api/drafts': () => new Response('{}', { status: 503 }) })
  assert.match(t.page.textContent, /Error Loading Post/)
})

test('explains why an article cannot be edited, or that it does not exist', async () => {
  const foreign = { ...article, canEdit: false }
  const t = await open({ 'GET /api/posts/7': () => Response.json(foreign) })
  assert.match(t.page.textContent, /You can only edit your own posts\./)
  const gone = await open({ 'GET /api/posts/7': () => new Response('{}', { status: 410 }) })
  assert.match(gone.page.textContent, /Post Not Found/)
})

test('redirects to the post editor for a short post', async () => {
  await open({ 'GET /api/posts/7': () => Response.json({ ...article, isLongForm: false }) })
  assert.equal(location.pathname, '/post/7/edit')
})
