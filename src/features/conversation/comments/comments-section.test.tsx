import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { sendQueued } from '#web/outbox.ts'
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

test('keeps a comment that cannot be sent, lets its author edit it, and sends it once', async () => {
  const unreachable = () => {
    throw new TypeError('Failed to fetch')
  }
  const t = await open(listOf(), { [submit]: unreachable })
  await t.write('authorName', 'Vera')
  await t.write('content', 'From the train')
  await t.press('Post comment')
  const note = () => t.page.querySelector('.comment-held')?.textContent
  assert.match(note() ?? '', /Not sent yet.*From the train/)
  assert.equal(t.field('content').value, '')
  await t.press('Edit')
  assert.deepEqual([note(), t.field('content').value], [undefined, 'From the train'])
  await t.press('Post comment')
  const keys = t.sent().map((body) => (body as { key: string }).key)
  assert.match(keys[0]!, /^[0-9a-f]{32}$/)

  const held = { ...said, id: 9, contentHtml: '<p>From the train</p>', published: false }
  const asked = answer({ [submit]: () => Response.json(held, { status: 201 }) })
  await settle(sendQueued)
  await settle(sendQueued)
  assert.deepEqual(
    asked.map(({ call, body }) => [call, (body as { key: string }).key]),
    [[submit, keys[1]]],
  )
  assert.match(note() ?? '', /Your comment is awaiting approval/)
})

test('shows why a queued comment was rejected, and keeps its text', async () => {
  const t = await open(listOf(), {
    [submit]: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await t.write('authorName', 'Vera')
  await t.write('content', 'Too late')
  await t.press('Post comment')
  answer({ [submit]: () => Response.json({ message: 'Post not found' }, { status: 404 }) })
  await settle(sendQueued)
  assert.match(t.page.querySelector('.comment-held')!.textContent, /was rejected.*Post not found.*Too late/)
  await t.press('Discard')
  assert.equal(t.page.querySelector('.comment-held'), null)
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

test('sends the comment of a member who submits it before the site has said who they are', async () => {
  signInHere()
  const { page, write, press, sent } = await open(listOf(), {
    'GET /api/users/me': () => new Promise(() => {}),
    [submit]: () => Response.json({ ...said, content: 'Quick', published: false }, { status: 201 }),
  })
  assert.ok(page.querySelector('[name="authorName"]'))
  await write('content', 'Quick')
  await press('Post comment')
  assert.deepEqual(
    sent().map((body) => (body as { content: string }).content),
    ['Quick'],
  )
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
