import assert from 'node:assert/strict'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { beforeEach, test } from 'vitest'
import type { Copy } from '#features/writing/autosave/local-copies.hooks.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { writeArticleView } from './write-article.tsx'

const key = 'a'.repeat(32)
const draft = {
  key,
  title: 'Begun',
  content: 'Half a text',
  categoryId: null,
  details: noDetails,
  postId: null,
  baseUpdatedAt: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
}

beforeEach(() => {
  localStorage.clear()
  signInHere()
})

async function open(search: string, answers: Answers = {}) {
  history.replaceState(null, '', `/blog/create${search}`)
  const asked = answer({ 'GET /api/post-categories': () => Response.json([]), ...answers })
  const { page } = await mount(<writeArticleView.View params={{}} query={{}} />)
  await settle()
  return { page, asked, title: () => page.querySelector('textarea')?.value }
}

/** Stores text that an editor in this browser could not save. */
function leaveCopy(title: string, part: Partial<Copy> = {}) {
  const copy: Copy = {
    writing: { title, content: 'Half', categoryId: null, details: noDetails },
    postId: null,
    baseUpdatedAt: null,
    updatedAt: null,
    sent: [],
    at: 1,
    ...part,
  }
  localStorage.setItem(`article-draft:user-1:${key}:1`, JSON.stringify(copy))
}

test('opens an existing draft', async () => {
  const t = await open(`?draft=${key}`, { [`GET /api/drafts/${key}`]: () => Response.json(draft) })
  assert.equal(t.title(), 'Begun')
})

test('shows that a draft does not exist', async () => {
  assert.match((await open(`?draft=${key}`)).page.textContent, /Draft Not Found/)
})

test('does not fetch a draft with an invalid key', async () => {
  const t = await open('?draft=x')
  assert.match(t.page.textContent, /Draft Not Found/)
  assert.deepEqual(t.asked, [])
})

test('links to the article when the draft is already published', async () => {
  const t = await open(`?draft=${key}`, {
    [`GET /api/drafts/${key}`]: () => Response.json({ message: 'published', postId: 7 }, { status: 410 }),
  })
  assert.match(t.page.textContent, /This draft has been published/)
  assert.ok(t.page.querySelector('a[href="/post/7"]'))
})

test('offers to retry if a draft fails to load', async () => {
  const answers = [new Response('{}', { status: 503 }), Response.json(draft)]
  const t = await open(`?draft=${key}`, { [`GET /api/drafts/${key}`]: () => answers.shift()! })
  assert.match(t.page.textContent, /Error Loading Post/)
  await settle(() => [...t.page.querySelectorAll('button')].find((one) => one.textContent === 'Try Again')!.click())
  assert.equal(t.title(), 'Begun')
})

test('opens a local copy whether or not the server has the draft', async () => {
  leaveCopy('Written offline')
  assert.equal((await open(`?draft=${key}`)).title(), 'Written offline')
  const failed = await open(`?draft=${key}`, { [`GET /api/drafts/${key}`]: () => new Response('', { status: 503 }) })
  assert.equal(failed.title(), 'Written offline')
  assert.match(failed.page.textContent, /Restored unsaved text/)
})

test('fetches no draft for a new article, and links to unsaved articles stored in the browser', async () => {
  leaveCopy('Written offline')
  const t = await open('')
  assert.equal(t.title(), '')
  assert.equal(t.asked.filter(({ call }) => call.includes('drafts')).length, 0)
  const link = [...t.page.querySelectorAll('a')].find((one) => one.textContent === 'Written offline')
  assert.equal(link?.getAttribute('href'), `/blog/create?draft=${key}`)
})

test('adds the draft’s key to the URL after the first change, and starts a new draft without the key', async () => {
  const t = await open('')
  await settle(() => type(t.page.querySelector('textarea')!, 'First'))
  assert.match(location.search, /^\?draft=[0-9a-f]{32}$/)
  assert.equal(t.title(), 'First')
  await settle(() => history.pushState(null, '', '/blog/create'))
  assert.equal(t.title(), '')
})
