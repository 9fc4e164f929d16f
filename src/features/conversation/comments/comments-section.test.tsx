import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import type { Comment, CommentList } from './comments.contract.ts'
import { commentsQuery } from './comments.hooks.ts'
import { CommentsSection } from './comments-section.tsx'

const said: Comment = {
  id: 5,
  postId: 7,
  parentId: null,
  authorName: 'Vera Visitor',
  authorUrl: 'https://vera.example/',
  authorPhoto: null,
  user: null,
  isPostAuthor: false,
  content: 'Well **said**',
  contentHtml: '<p>Well <strong>said</strong></p>',
  published: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  canDelete: false,
}
const listOf = (...comments: Comment[]): CommentList => ({
  comments,
  page: 1,
  totalPages: comments.length ? 1 : 0,
  total: comments.length,
})
const submit = 'POST /api/posts/7/comments'

const hrefOf = (page: number) => `/post/7?comments=${page}#comments`

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(list: CommentList, answers: Answers = {}) {
  const asked = answer({ 'GET /api/posts/7/comments': () => Response.json(list), ...answers })
  const cache = createQueryCache()
  cache.setQueryData(commentsQuery(7, 1).queryKey, list)
  const { page } = await mount(<CommentsSection postId={7} page={1} hrefOf={hrefOf} isSent={false} />, cache)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`form:last-of-type [name="${name}"]`)!
  const write = (name: string, text: string) => settle(() => type(field(name), text))
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  return { page, field, write, press, sent: () => asked.filter(({ call }) => call === submit).map(({ body }) => body) }
}

test('server-renders comments and a form that works without scripts', () => {
  const cache = createQueryCache()
  cache.setQueryData(commentsQuery(7, 1).queryKey, listOf(said))
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <CommentsSection postId={7} page={1} hrefOf={hrefOf} isSent />
    </QueryClientProvider>,
  )
  assert.match(html, /<form[^>]*action="\/api\/posts\/7\/comments" method="post"/)
  for (const part of [
    'Vera Visitor',
    'rel="ugc nofollow noopener"',
    '<strong>said</strong>',
    'Your comment is awaiting approval',
  ])
    assert.ok(html.includes(part), part)
})

test('shows visitors their own pending comment and remembers their name', async () => {
  const held = { ...said, id: 9, contentHtml: '<p>Hello</p>', published: false }
  const t = await open(listOf(), { [submit]: () => Response.json(held, { status: 201 }) })
  assert.match(t.page.textContent, /No comments yet/)
  await t.write('authorName', 'Vera')
  await t.write('authorUrl', 'https://vera.example')
  await t.write('content', 'Hello')
  await t.press('Post comment')
  const [body] = t.sent() as Record<string, unknown>[]
  assert.deepEqual(
    [body!['authorName'], body!['authorUrl'], body!['content'], body!['parentId'], body!['subject']],
    ['Vera', 'https://vera.example', 'Hello', null, ''],
  )
  assert.match(t.page.querySelector('[role=status]')!.textContent, /Your comment is awaiting approval.*Hello/)
  assert.equal(document.activeElement, t.page.querySelector('[role=status]'))
  assert.deepEqual([t.field('content').value, t.field('authorName').value], ['', 'Vera'])
  const again = await open(listOf())
  assert.deepEqual([again.field('content').value, again.field('authorName').value], ['', 'Vera'])
})

test('measures the writing time from when the form appears, even if a saved draft is sent unchanged', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  localStorage.setItem('comment-author-name', 'Vera')
  localStorage.setItem('comment-draft-7', 'Written yesterday')
  let id = 9
  const held = () => Response.json({ ...said, id: id++, published: false }, { status: 201 })
  const t = await open(listOf(), { [submit]: held })
  vi.advanceTimersByTime(5000)
  await t.press('Post comment')
  await t.write('content', 'Pasted')
  vi.advanceTimersByTime(1000)
  await t.press('Post comment')
  const times = t.sent().map((body) => (body as { writingMs: number }).writingMs)
  assert.deepEqual(times, [5000, 6000])
})

test('shows an error and keeps the comment, even after a reload, when sending fails', async () => {
  const t = await open(listOf(), { [submit]: () => new Response('no', { status: 500 }) })
  await t.write('authorName', 'Vera')
  await t.write('content', 'My words')
  await t.press('Post comment')
  assert.equal(shownToast()?.description, 'Failed to submit comment. Please try again.')
  assert.equal(t.field('content').value, 'My words')
  assert.equal((await open(listOf())).field('content').value, 'My words')
})

test('shows validation errors next to their fields and sends nothing', async () => {
  const t = await open(listOf())
  await t.write('authorUrl', 'nonsense')
  await t.press('Post comment')
  const faults = [...t.page.querySelectorAll('[role=alert]')].map((one) => one.textContent)
  assert.deepEqual(faults, ['Name is required', 'Website must be a URL', 'Comment is required'])
  assert.equal(document.activeElement, t.field('authorName'))
  assert.deepEqual(t.sent(), [])
})

test('asks signed-in members only for the comment’s text, and opens the reply form below the parent comment', async () => {
  signInHere()
  localStorage.setItem('user_profile', JSON.stringify(alice))
  const mine = { ...said, id: 6, parentId: 5 }
  const t = await open(listOf(said), {
    'GET /api/users/me': () => Response.json(alice),
    [submit]: () => Response.json(mine, { status: 201 }),
  })
  assert.match(t.page.textContent, /Commenting as Alice Archer/)
  assert.equal(t.field('authorName'), null)
  await t.press('Reply')
  const area = t.page.querySelector<HTMLTextAreaElement>('.comment textarea')!
  assert.equal(document.activeElement, area)
  await settle(() => type(area, 'Thanks'))
  await t.press('Post reply')
  const [body] = t.sent() as Record<string, unknown>[]
  assert.deepEqual([body!['content'], body!['parentId'], body!['authorName']], ['Thanks', 5, undefined])
  assert.equal(shownToast()?.title, 'Reply published')
  assert.match(document.activeElement?.textContent ?? '', /Reply/)
})

test('shows an error with a retry button when comments fail to load', async () => {
  answer({ 'GET /api/posts/7/comments': () => new Response('no', { status: 500 }) })
  const { page } = await mount(<CommentsSection postId={7} page={1} hrefOf={hrefOf} isSent={false} />)
  await settle()
  assert.match(page.textContent, /Unable to load comments\. Please try again later\./)
  answer({ 'GET /api/posts/7/comments': () => Response.json(listOf(said)) })
  await settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === 'Try Again')!.click())
  assert.match(page.textContent, /Vera Visitor/)
})
