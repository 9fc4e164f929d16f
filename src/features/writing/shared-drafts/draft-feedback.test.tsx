import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
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

async function open(start: DraftComment[]) {
  let comments = start
  const asked = answer({
    [`GET /api/drafts/${key}/comments`]: () => Response.json({ comments }),
    'PATCH /api/draft-comments/3': ({ body }) => {
      comments = comments.map((one) => ({ ...one, ...(body as object) }))
      return Response.json(comments[0])
    },
    'DELETE /api/draft-comments/3': () => {
      comments = []
      return new Response(null, { status: 204 })
    },
  })
  const { page } = await mount(<DraftFeedback draftKey={key} />)
  await settle()
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .findLast((one) => one.textContent === name)!

        .click(),
    )
  return { page, press, asked }
}

test('lists the comments, and explains that they are private and temporary', async () => {
  const t = await open([comment])
  assert.match(t.page.textContent, /Comments on this draft 1 open.*deleted when you publish.*Zoe.*Nice start/)
})

test('resolves, reopens, and deletes a comment', async () => {
  const t = await open([comment])
  await t.press('Resolve')
  assert.match(t.page.textContent, /0 open.*Resolved.*Reopen/)
  await t.press('Reopen')
  assert.match(t.page.textContent, /1 open/)
  await t.press('Delete')
  await t.press('Delete')
  assert.equal(t.page.innerHTML, '')
})

test('renders nothing without comments', async () => {
  assert.equal((await open([])).page.innerHTML, '')
})
