import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'vitest'
import { ToastRegion } from '#ui/toast-region.tsx'
import { dismissToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { DraftFeedback } from './draft-feedback.tsx'
import type { DraftComment } from './shared-drafts.contract.ts'

const key = 'a'.repeat(32)
const comment: DraftComment = {
  id: 3,
  authorName: 'Zoe',
  user: null,
  isDraftAuthor: false,
  contentHtml: '<p>Nice start</p>',
  isResolved: false,
  createdAt: '2026-11-24T00:00:00.000Z',
}

beforeEach(() => signInHere())
afterEach(() => settle(() => dismissToast()))

async function open(start: DraftComment[]) {
  let comments = start
  const asked = answer({
    [`GET /api/drafts/${key}/comments`]: () => Response.json({ comments }),
    'PATCH /api/draft-comments/3': ({ body }) => {
      comments = comments.map((one) => ({ ...one, ...(body as object) }))
      return Response.json(comments[0])
    },
    'DELETE /api/draft-comments/3': () => {
      comments = comments.filter(({ id }) => id !== 3)
      return new Response(null, { status: 204 })
    },
    'POST /api/draft-comments/3/restoration': () => {
      comments = start
      return Response.json(comment)
    },
  })
  const { page } = await mount(
    <>
      <main id="content" tabIndex={-1}>
        <DraftFeedback draftKey={key} />
      </main>
      <ToastRegion />
    </>,
  )
  await settle()
  const press = (name: string) =>
    settle(() => {
      const button = [...page.querySelectorAll('button')].find((one) => one.textContent === name)!
      button.focus()
      button.click()
    })
  const focused = () => document.activeElement!.id
  return { page, feedback: () => page.querySelector('main')!.innerHTML, press, asked, focused }
}

test('lists the comments, and explains that they are private and temporary', async () => {
  const t = await open([comment])
  assert.match(t.page.textContent, /Comments on this draft 1 open.*deleted when you publish.*Zoe.*Nice start/)
})

test('resolves and reopens a comment', async () => {
  const t = await open([comment])
  await t.press('Resolve')
  assert.match(t.page.textContent, /0 open.*Resolved.*Reopen/)
  await t.press('Reopen')
  assert.match(t.page.textContent, /1 open/)
})

test('deletes a comment without asking, and restores it on Undo', async () => {
  const t = await open([comment, { ...comment, id: 4, authorName: 'Tomás' }])
  await t.press('Delete')
  assert.match(t.page.textContent, /1 open.*Tomás.*Comment deleted/)
  assert.doesNotMatch(t.page.textContent, /Zoe/)
  assert.equal(t.focused(), 'draft-comment-4')
  await t.press('Undo')
  assert.match(t.page.textContent, /2 open.*Zoe.*Tomás.*Comment restored/)
  assert.equal(t.focused(), 'draft-comment-3')
  assert.deepEqual(
    t.asked.map(({ call }) => call).filter((call) => !call.startsWith('GET')),
    ['DELETE /api/draft-comments/3', 'POST /api/draft-comments/3/restoration'],
  )
})

test('moves the focus to the page after the only comment is deleted, and to the comment after Undo', async () => {
  const t = await open([comment])
  await t.press('Delete')
  assert.deepEqual([t.feedback(), t.focused()], ['', 'content'])
  await t.press('Undo')
  assert.match(t.page.textContent, /1 open.*Zoe/)
  assert.equal(t.focused(), 'draft-comment-3')
})

test('renders nothing without comments', async () => {
  assert.equal((await open([])).feedback(), '')
})
