import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'vitest'
import { ToastRegion } from '#ui/toast-region.tsx'
import { dismissToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle } from '#tests/support/mount.tsx'
import { CommentsSection } from './comments-section.tsx'
import type { Comment } from './comments.contract.ts'
import { commentsQuery, guestbookQuery } from './comments.hooks.ts'
import { GuestbookSection } from './guestbook-section.tsx'

const nameOf = (id: number) => `Vera ${id}`
const commentOf = (id: number, postId: number | null = 7): Comment => ({
  id,
  postId,
  parentId: null,
  authorName: nameOf(id),
  authorUrl: '',
  authorPhoto: null,
  user: null,
  isPostAuthor: false,
  content: 'Well said',
  contentHtml: '<p>Well said</p>',
  published: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  canDelete: true,
})
const noContent = () => new Response(null, { status: 204 })
const refused = () => Response.json({ message: 'Not today' }, { status: 503 })

beforeEach(() => localStorage.clear())
afterEach(() => settle(() => dismissToast()))

/** Opens the comments on a post or, without a post, the guestbook, on a server that deletes and restores them. `refuses`:
 *  calls that fail */
async function open(ids: number[], postId: number | null = 7, refuses: Answers = {}) {
  const deleted = new Set<number>()
  const list = () => {
    const comments = ids.filter((id) => !deleted.has(id)).map((id) => commentOf(id, postId))
    return { comments, page: 1, totalPages: 1, total: comments.length }
  }
  const answers: Answers = {
    'GET /api/posts/7/comments': () => Response.json(list()),
    'GET /api/guestbook': () => Response.json(list()),
  }
  for (const id of ids) {
    answers[`DELETE /api/comments/${id}`] = () => (deleted.add(id), noContent())
    answers[`POST /api/comments/${id}/restoration`] = () => (deleted.delete(id), Response.json(commentOf(id, postId)))
  }
  Object.assign(answers, refuses)
  const asked = answer(answers)
  const cache = createQueryCache()
  const part = { page: 1, entry: undefined }
  if (postId === null) cache.setQueryData(guestbookQuery(part).queryKey, list())
  else cache.setQueryData(commentsQuery(postId, 1).queryKey, list())
  const hrefOf = () => ''
  const { page } = await mount(
    <>
      {postId === null ? (
        <GuestbookSection part={part} hrefOf={hrefOf} isSent={false} />
      ) : (
        <CommentsSection postId={postId} page={1} hrefOf={hrefOf} isSent={false} />
      )}
      <ToastRegion />
    </>,
    cache,
  )
  await settle()
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    )
  return {
    page,
    /** Presses a button as the keyboard does. */
    press: (name: string) =>
      settle(() => {
        button(name)!.focus()
        button(name)!.click()
      }),
    remove: (id: number) => button(`Delete the ${postId === null ? 'entry' : 'comment'} by ${nameOf(id)}`)!,
    shown: () => [...page.querySelectorAll('.comment')].map((one) => Number(one.id.replace('comment-', ''))),
    toast: () => page.querySelector('.toast-text')?.textContent,
    writes: () => asked.map(({ call }) => call).filter((call) => !call.startsWith('GET')),
  }
}

test('deletes a comment without asking, and restores it and focuses it on Undo', async () => {
  const t = await open([1, 2, 3])
  await settle(() => t.remove(2).click())
  assert.deepEqual([t.shown(), t.toast()], [[1, 3], 'Comment deleted'])
  assert.ok(t.page.querySelector('output')!.textContent.includes('Comment deleted'), 'announced politely')
  assert.match(t.page.querySelector('h2')!.textContent, /Comments 2/)
  assert.equal(document.activeElement!.id, 'comment-3')
  await t.press('Undo')
  assert.deepEqual([t.shown(), t.toast()], [[1, 2, 3], 'Comment restored'])
  assert.equal(document.activeElement!.id, 'comment-2')
  assert.deepEqual(t.writes(), ['DELETE /api/comments/2', 'POST /api/comments/2/restoration'])
})

test('hides the comment and moves the focus before the server has answered', async () => {
  const response = Promise.withResolvers<Response>()
  const t = await open([1, 2], 7, { 'DELETE /api/comments/2': () => response.promise })
  await settle(() => t.remove(2).click())
  assert.deepEqual([t.shown(), t.toast(), document.activeElement!.id], [[1], undefined, 'comment-1'])
  await settle(() => response.resolve(noContent()))
})

test('focuses the section after its only comment was deleted', async () => {
  const t = await open([1])
  await settle(() => t.remove(1).click())
  assert.equal(document.activeElement!.id, 'comments')
  assert.match(t.page.textContent, /No comments yet/)
})

test('undoes two deletions in a row together', async () => {
  const t = await open([1, 2, 3])
  await settle(() => t.remove(1).click())
  await settle(() => t.remove(3).click())
  assert.deepEqual([t.shown(), t.toast()], [[2], '2 comments deleted'])
  await t.press('Undo')
  assert.deepEqual([t.shown(), t.toast()], [[1, 2, 3], '2 comments restored'])
})

test('does not undo deletions whose toast was dismissed', async () => {
  const t = await open([1, 2, 3])
  await settle(() => t.remove(1).click())
  await t.press('Dismiss')
  await settle(() => t.remove(3).click())
  assert.equal(t.toast(), 'Comment deleted')
  await t.press('Undo')
  assert.deepEqual(t.shown(), [2, 3])
})

test('shows the comment again with an error if it cannot be deleted', async () => {
  const t = await open([1, 2], 7, {
    'DELETE /api/comments/1': () => {
      throw new TypeError('Failed to fetch')
    },
    'DELETE /api/comments/2': refused,
  })
  await settle(() => t.remove(1).click())
  assert.deepEqual([t.shown(), t.toast()], [[1, 2], 'ErrorFailed to delete comment.'])
  await settle(() => t.remove(2).click())
  assert.deepEqual([t.shown(), t.toast()], [[1, 2], 'ErrorNot today'])
  assert.ok(t.page.querySelector('[role=alert]')!.textContent.includes('Not today'), 'announced assertively')
})

test('offers to try again if some comments cannot be restored', async () => {
  let isReachable = false
  const t = await open([1, 2], 7, {
    'POST /api/comments/2/restoration': () => (isReachable ? Response.json(commentOf(2)) : refused()),
  })
  await settle(() => t.remove(1).click())
  await settle(() => t.remove(2).click())
  await t.press('Undo')
  assert.deepEqual([t.shown(), t.toast()], [[1], 'ErrorNot today'])
  isReachable = true
  await t.press('Try Again')
  assert.equal(t.toast(), 'Comment restored')
  const restorations = t.writes().filter((call) => call.startsWith('POST'))
  assert.deepEqual(
    restorations,
    [1, 2, 2].map((id) => `POST /api/comments/${id}/restoration`),
  )
})

test('deletes and restores an entry in the guestbook', async () => {
  const t = await open([1, 2], null)
  await settle(() => t.remove(2).click())
  assert.deepEqual([t.shown(), t.toast(), document.activeElement!.id], [[1], 'Entry deleted', 'comment-1'])
  await t.press('Undo')
  assert.deepEqual([t.shown(), t.toast()], [[1, 2], 'Entry restored'])
})
