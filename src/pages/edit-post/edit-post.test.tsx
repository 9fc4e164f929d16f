// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { postQuery } from '#features/posts/posts.hooks.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/mount.tsx'
import { alice, aPost } from '#tests/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { editPostPage } from './edit-post.tsx'

const mine = { canEdit: true, canDelete: true, content: 'What I wrote' }

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/post/7/edit')
  signInHere()
})

async function open(answers: Answers) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const cache = createQueryCache()
  // What came with the post's own page: without its markdown.
  cache.setQueryData(postQuery(7).queryKey, aPost(7, { ...mine, content: '' }))
  const { page } = await mount(<editPostPage.View params={{ id: '7' }} query={{}} />, cache)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!.click())
  const saves = () => asked.filter(({ call }) => call === 'PATCH /api/posts/7').map(({ body }) => body)
  return { page, text: () => page.querySelector('textarea')!, press, saves }
}

test('the composer is filled with the markdown and saves with the version that it started from', async () => {
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

test('when the post has moved on the typed text stays, and the present one is shown and can be taken', async () => {
  const present = aPost(7, {
    ...mine,
    content: 'Words of another',
    contentHtml: '<p>Words of another</p>',
    updatedAt: '2026-11-21T01:00:00.000Z',
  })
  const clash = { code: 'conflict', message: 'This post has been changed in the meantime.', post: present }
  const answers = [Response.json(clash, { status: 409 }), Response.json(clash, { status: 409 }), Response.json(present)]
  const t = await open({
    'GET /api/posts/7': () => Response.json(aPost(7, mine)),
    'PATCH /api/posts/7': () => answers.shift()!,
  })
  await settle(() => type(t.text(), 'Mine'))
  await t.press('Update Post')
  assert.equal(t.text().value, 'Mine')
  assert.match(t.page.textContent, /Words of another/)
  assert.equal(shownToast()?.description, 'This post has been changed in the meantime.')

  await t.press('Discard my text and continue with this version')
  assert.equal(t.text().value, 'Words of another')

  await settle(() => type(t.text(), 'Mine again'))
  await t.press('Update Post')
  await t.press('Update Post')
  assert.deepEqual(t.saves().at(-1), {
    content: 'Mine again',
    categoryId: 1,
    updatedAt: '2026-11-21T01:00:00.000Z',
  })
  assert.equal(location.pathname, '/post/7')
})

test('what was typed is there again after a reload, with the version that it started from, and gone after Cancel', async () => {
  const moved = { ...mine, content: 'Words of another', updatedAt: '2026-11-21T01:00:00.000Z' }
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

test('whoever may not edit it is told why', async () => {
  const t = await open({ 'GET /api/posts/7': () => Response.json(aPost(7)) })
  assert.match(t.page.textContent, /You can only edit your own posts\./)
  assert.equal(t.page.querySelector('textarea'), null)
})

test('an article goes to its own editor', async () => {
  await open({ 'GET /api/posts/7': () => Response.json(aPost(7, { ...mine, isLongForm: true })) })
  assert.equal(location.pathname, '/blog/edit/7')
})

test('a post that is not there says so', async () => {
  const t = await open({ 'GET /api/posts/7': () => new Response('{}', { status: 410 }) })
  assert.match(t.page.textContent, /Post Not Found/)
})
