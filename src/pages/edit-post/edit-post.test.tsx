import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
// Loaded lazily by the component; loaded in advance here.
import '#features/writing/history/text-change.contract.ts'
import { postQuery } from '#features/writing/posts/posts.hooks.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { editPostView } from './edit-post.tsx'

const mine = { canEdit: true, canDelete: true, content: 'What I wrote' }

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/post/7/edit')
  signInHere()
})

async function open(answers: Answers) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const cache = createQueryCache()
  // As preloaded by the post's page: without the Markdown.
  cache.setQueryData(postQuery(7).queryKey, aPost(7, { ...mine, content: '' }))
  const { page } = await mount(<editPostView.View params={{ id: 7 }} query={{}} />, cache)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  const saves = () => asked.filter(({ call }) => call === 'PATCH /api/posts/7').map(({ body }) => body)
  return { page, text: () => page.querySelector<HTMLTextAreaElement>('.composer textarea')!, press, saves }
}

test('opens the Markdown in the composer and sends the base version when saving', async () => {
  const t = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, mine)),
    'PATCH /api/posts/7': () => Response.json(aPost(7, mine)),
  })
  assert.equal(t.text().value, 'What I wrote')
  await settle(() => type(t.text(), 'Better words'))
  await t.press('Update Post')
  assert.deepEqual(t.saves(), [{ content: 'Better words', categoryId: 1, updatedAt: '2026-11-21T00:00:00.000Z' }])
  assert.equal(location.pathname, '/post/7')
  assert.equal(JSON.stringify(localStorage).includes('Better words'), false)
})

const theirs = { ...mine, content: 'Another version', updatedAt: '2026-11-21T01:00:00.000Z' }
const conflict = () =>
  Response.json(
    { code: 'conflict', message: 'This post has been changed in the meantime.', post: aPost(7, theirs) },
    { status: 409 },
  )
const versions = () =>
  Response.json({
    versions: [
      {
        number: 2,
        title: null,
        editedAt: theirs.updatedAt,
        editor: { id: 3, username: 'admina', displayName: 'Ada Admin' },
        isCurrent: true,
      },
    ],
    page: 1,
    totalPages: 1,
    total: 2,
  })

/** Opens the editor with an edit conflict: Alice wrote 'My words' while someone else saved their own version. */
async function openInConflict(...later: Response[]) {
  const answers = [conflict(), ...later]
  const t = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, mine)),
    'GET /api/posts/7/versions': versions,
    'PATCH /api/posts/7': () => answers.shift()!,
  })
  await settle(() => type(t.text(), 'My words'))
  await t.press('Update Post')
  return t
}

test('keeps the text after an edit conflict and offers both versions, naming the other editor', async () => {
  const t = await openInConflict()
  assert.equal(t.text().value, 'My words')
  assert.match(t.page.textContent, /Ada Admin saved another version/)
  const change = t.page.querySelector('.text-change')!
  assert.equal(change.querySelector('del')?.textContent.trim(), 'Another version')
  assert.equal(change.querySelector('ins')?.textContent, 'My words')
  await t.press('Both texts')
  const sides = [...t.page.querySelectorAll<HTMLTextAreaElement>('.conflict textarea')].map(({ value }) => value)
  assert.deepEqual(sides, ['Another version', 'My words'])
  assert.equal(shownToast()?.description, 'This post has been changed in the meantime.')
})

test('overwrites the displayed version with the author’s text when they choose to keep their own', async () => {
  const t = await openInConflict(Response.json(aPost(7, theirs)))
  await settle(() => type(t.text(), 'My words and theirs'))
  await t.press('Keep my text')
  const start = '2026-11-21T00:00:00.000Z'
  assert.deepEqual(t.saves(), [
    { content: 'My words', categoryId: 1, updatedAt: start },
    { content: 'My words and theirs', categoryId: 1, updatedAt: theirs.updatedAt },
  ])
  assert.equal(location.pathname, '/post/7')
})

test('shows another version that someone saves later, and still keeps the author’s text', async () => {
  const t = await openInConflict(conflict(), Response.json(aPost(7, theirs)))
  await t.press('Keep my text')
  assert.equal(t.text().value, 'My words')
  await t.press('Keep my text')
  assert.equal(location.pathname, '/post/7')
})

test('stores the author’s text when they use the other version, and swaps the two when they restore it', async () => {
  const t = await openInConflict()
  await t.press('Use the other text')
  assert.equal(t.text().value, 'Another version')
  assert.equal(t.page.querySelector('.conflict'), null)
  assert.equal(document.activeElement, t.text())
  await settle(() => type(t.text(), 'Another version, changed'))
  await t.press('Restore it')
  assert.equal(t.text().value, 'My words')
  await t.press('Restore it')
  assert.equal(t.text().value, 'Another version, changed')
})

test('restores replaced text even after a reload, until it is discarded', async () => {
  const first = await openInConflict()
  await first.press('Use the other text')
  first.page.remove()
  const again = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, theirs)),
    'PATCH /api/posts/7': () => Response.json(aPost(7, theirs)),
  })
  assert.match(again.page.textContent, /Your text was replaced/)
  await again.press('Restore it')
  assert.equal(again.text().value, 'My words')
  await again.press('Update Post')
  assert.deepEqual(again.saves(), [{ content: 'My words', categoryId: 1, updatedAt: theirs.updatedAt }])
  assert.equal(JSON.stringify(localStorage).includes('My words'), false)
})

test('reports no conflict with its own save if only the response was lost', async () => {
  const arrived = Response.json({ message: 'moved', post: aPost(7, { ...theirs, content: 'Mine' }) }, { status: 409 })
  const t = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, mine)),
    'PATCH /api/posts/7': () => arrived,
  })
  await settle(() => type(t.text(), 'Mine'))
  await t.press('Update Post')
  assert.equal(location.pathname, '/post/7')
})

test('restores typed text with its base version after a reload, and discards it on Cancel', async () => {
  const moved = { ...mine, content: 'Another version', updatedAt: '2026-11-21T01:00:00.000Z' }
  const first = await open({ 'GET /api/posts/7': () => Response.json(aPost(7, mine)) })
  await settle(() => type(first.text(), 'Half an edit'))

  const again = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, moved)),
    'PATCH /api/posts/7': () => Response.json({ message: 'moved' }, { status: 409 }),
  })
  assert.equal(again.text().value, 'Half an edit')
  await again.press('Update Post')
  assert.deepEqual(again.saves(), [{ content: 'Half an edit', categoryId: 1, updatedAt: '2026-11-21T00:00:00.000Z' }])
  await settle(() => [...again.page.querySelectorAll('a')].find((one) => one.textContent === 'Cancel')!.click())
  assert.equal(JSON.stringify(localStorage).includes('Half an edit'), false)
})

test('explains why a post cannot be edited', async () => {
  const t = await open({ 'GET /api/posts/7': () => Response.json(aPost(7)) })
  assert.match(t.page.textContent, /You can only edit your own posts\./)
  assert.equal(t.page.querySelector('textarea'), null)
})

test('redirects to the article editor for an article', async () => {
  await open({ 'GET /api/posts/7': () => Response.json(aPost(7, { ...mine, isLongForm: true })) })
  assert.equal(location.pathname, '/blog/edit/7')
})

test('shows a message if the post does not exist', async () => {
  const t = await open({ 'GET /api/posts/7': () => new Response('{}', { status: 410 }) })
  assert.match(t.page.textContent, /Post Not Found/)
})
