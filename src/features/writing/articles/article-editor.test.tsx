import assert from 'node:assert/strict'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { afterEach, beforeEach, test, vi } from 'vitest'
import type { Draft } from '#features/writing/drafts/drafts.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { mayLeave } from '#web/leaving.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { ArticleEditor } from './article-editor.tsx'
import { initialArticleOf } from '#features/writing/autosave/initial-article.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { emptyWriting } from '#features/writing/autosave/article-writing.hooks.ts'

const key = 'a'.repeat(32)
const content = 'Fifty characters are what an article needs, so here they are.'
const article = aPost(7, { title: 'As published', content, isLongForm: true, canEdit: true, canDelete: true })
const categories = [{ id: 1, name: 'tech_tips', displayName: 'Tech Tips', color: 'teal' }]

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/blog/create')
  signInHere()
})
afterEach(() => {
  vi.useRealTimers()
})

const draftOf = (body: unknown): Draft => ({
  ...(body as Draft),
  key,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:01.000Z',
})

async function open(answers: Answers = {}, post?: typeof article) {
  const asked = answer({
    'GET /api/post-categories': () => Response.json(categories),
    [`PUT /api/drafts/${key}`]: ({ body }) => Response.json(draftOf(body)),
    [`DELETE /api/drafts/${key}`]: () => new Response(null, { status: 204 }),
    ...answers,
  })
  const initial = initialArticleOf({
    freshKey: key,
    postId: post?.id ?? null,
    start: post ? publishedWriting(post) : emptyWriting,
    startedAt: post?.updatedAt ?? null,
    draft: null,
    copies: [],
  })
  const named: string[] = []
  const props = { userId: 'user-1', initial, onNamed: (key: string) => void named.push(key), ...(post && { post }) }
  const { page } = await mount(<ArticleEditor {...props} />)
  await settle()
  const [title, text] = [...page.querySelectorAll('textarea')]
  const button = (name: string) => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!
  return {
    page,
    named,
    title: title!,
    text: text!,
    category: page.querySelector('select')!,
    status: () => page.querySelector('.article-status')?.textContent,
    press: (name: string) => settle(() => button(name).click()),
    button,
    calls: (start: string) => asked.filter(({ call }) => call.startsWith(start)),
  }
}

async function fill(t: Awaited<ReturnType<typeof open>>) {
  await settle(() => {
    type(t.title, 'A title')
    type(t.category, '1')
    type(t.text, content)
  })
}

test('publishes an article with its draft’s key, and deletes the draft', async () => {
  const t = await open({ 'POST /api/posts': () => Response.json({ ...article, title: 'A title' }, { status: 201 }) })
  assert.equal(t.category.value, '')
  await fill(t)
  assert.deepEqual(t.named, [key])
  await t.press('Publish Post')
  const [sent] = t.calls('POST /api/posts')
  assert.deepEqual(sent?.body, { title: 'A title', content, categoryId: 1, ...noDetails, isLongForm: true })
  assert.equal(sent?.headers.get('idempotency-key'), key)
  assert.equal(t.calls('DELETE /api/drafts').length, 1)
  assert.equal(shownToast()?.description, 'Blog post published successfully!')
  assert.equal(location.pathname, '/post/7')
  assert.equal(JSON.stringify(localStorage).includes(content), false)
})

test('shows the address of an article with a title in another script in readable form', async () => {
  const t = await open()
  await settle(() => type(t.title, 'مترجم جديد'))
  assert.match(t.page.textContent, /address is \/blog\/مترجم-جديد\./)
})

test('publishes an article in the language that its author chooses', async () => {
  const t = await open({ 'POST /api/posts': () => Response.json({ ...article, title: 'A title' }, { status: 201 }) })
  await fill(t)
  const [, language] = t.page.querySelectorAll('select')
  assert.deepEqual([language?.labels?.[0]?.textContent, language?.value], ['Language', ''])
  await settle(() => type(language!, 'pt'))
  await t.press('Publish Post')
  const [sent] = t.calls('POST /api/posts')
  assert.partialDeepStrictEqual(sent?.body, { language: 'pt' })
})

test('shows each error next to its field until that field changes', async () => {
  const t = await open()
  await t.press('Publish Post')
  assert.match(t.page.textContent, /Title is required for blog posts/)
  assert.match(t.page.textContent, /Please select a category/)
  assert.match(t.page.textContent, /Blog post must be at least 50 characters/)
  assert.equal(document.activeElement, t.title)
  await settle(() => type(t.category, '1'))
  assert.doesNotMatch(t.page.textContent, /Please select a category/)
  assert.match(t.page.textContent, /Title is required/)
})

test('shows the server’s message, or a default message if the response is lost, and keeps the text', async () => {
  const answers = [
    () => Response.json({ message: 'Too many posts. Try again in 40 minutes.' }, { status: 429 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(new Error('A fault of ours')),
  ]
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const t = await open({ 'POST /api/posts': () => answers.shift()!() })
  await fill(t)
  await t.press('Publish Post')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Error', 'Too many posts. Try again in 40 minutes.'],
  )
  await t.press('Publish Post')
  assert.equal(shownToast()?.description, 'Failed to publish blog post. Please try again.')
  assert.equal(warned.mock.calls.length, 0)
  await t.press('Publish Post')
  assert.equal(shownToast()?.title, 'Error submitting form')
  assert.equal(shownToast()?.description, 'There was a problem with your blog post. Check console for details.')
  assert.equal(warned.mock.calls.length, 1)
  assert.equal(t.text.value, content)
  assert.equal(new Set(t.calls('POST /api/posts').map(({ headers }) => headers.get('idempotency-key'))).size, 1)
})

test('does not publish a draft again when its key was used to publish different text', async () => {
  const t = await open({ 'POST /api/posts': () => Response.json(article) })
  await fill(t)
  await t.press('Publish Post')
  assert.match(t.page.textContent, /already been published.*kept as a new draft/)
  assert.equal(t.text.value, content)
  assert.notEqual(t.named.at(-1), key)
})

test('sends the base version with an update, and treats an update as saved if only its response was lost', async () => {
  const changed = `${content} And more.`
  const present = { ...article, content: changed, updatedAt: '2026-11-21T01:00:00.000Z' }
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ message: 'moved', post: present }, { status: 409 }),
  ]
  const t = await open({ 'PATCH /api/posts/7': () => answers.shift()!() }, article)
  assert.equal(t.button('Discard changes').getAttribute('aria-disabled'), 'true')
  await settle(() => type(t.text, changed))
  await t.press('Update Post')
  assert.equal(shownToast()?.description, 'Failed to update blog post. Please try again.')
  await t.press('Update Post')
  assert.equal(shownToast()?.description, 'Blog post updated successfully!')
  assert.deepEqual(t.calls('PATCH')[0]?.body, {
    title: 'As published',
    content: changed,
    categoryId: 1,
    ...noDetails,
    isLongForm: true,
    updatedAt: article.updatedAt,
  })
})

test('shows both versions after an edit conflict, and keeps a copy of the text that is not chosen', async () => {
  const present = { ...article, content: `${content} Theirs.`, updatedAt: '2026-11-21T01:00:00.000Z' }
  const conflict = () => Response.json({ message: 'moved', post: present }, { status: 409 })
  const t = await open({ 'PATCH /api/posts/7': conflict }, article)
  await settle(() => type(t.text, `${content} Mine.`))
  await t.press('Update Post')
  assert.equal(t.text.value, `${content} Mine.`)
  await t.press('Use the other text')
  assert.equal(t.text.value, `${content} Theirs.`)
  await t.press('Restore it')
  assert.equal(t.text.value, `${content} Mine.`)
  await t.press('Update Post')
  assert.equal((t.calls('PATCH').at(-1)!.body as { updatedAt: string }).updatedAt, present.updatedAt)
})

test('keeps a deleted article’s text as a new draft', async () => {
  const t = await open({ 'PATCH /api/posts/7': () => Response.json({ message: 'gone' }, { status: 410 }) }, article)
  await settle(() => type(t.text, `${content} Mine.`))
  await t.press('Update Post')
  assert.match(location.href, /\/blog\/create\?draft=[0-9a-f]{32}$/)
  assert.match(shownToast()?.description ?? '', /kept as a new draft/)
})

test('discards unpublished changes along with the draft that holds them', async () => {
  const t = await open({}, article)
  await settle(() => type(t.text, `${content} Mine.`))
  await t.press('Discard changes')
  await t.press('Discard')
  assert.equal(t.text.value, content)
  assert.equal(t.calls('DELETE /api/drafts').length, 1)
  assert.equal(JSON.stringify(localStorage).includes('Mine.'), false)
})

test('asks for confirmation before deleting', async () => {
  const t = await open({ 'DELETE /api/posts/7': () => new Response(null, { status: 204 }) }, article)
  await t.press('Delete Post')
  const dialog = t.page.querySelector('dialog[open]')!
  assert.match(dialog.textContent, /Are you sure\?/)
  assert.match(dialog.textContent, /This action cannot be undone\. This will permanently delete this blog post/)
  await t.press('Delete')
  assert.equal(shownToast()?.description, 'Blog post deleted successfully!')
  assert.equal(location.pathname, '/blog')
})

test('saves before leaving the page, and if that fails, asks for confirmation and keeps the text', async () => {
  let isOffline = false
  const t = await open({
    [`PUT /api/drafts/${key}`]: ({ body }) =>
      isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Response.json(draftOf(body)),
  })
  await settle(() => type(t.text, 'Some words'))
  let left: boolean | null = null
  await settle(async () => {
    left = await mayLeave('/blog')
  })
  assert.equal(left, true)
  assert.equal(t.calls('PUT').length, 1)
  assert.equal(t.status(), 'Saved')

  isOffline = true
  await settle(() => type(t.text, 'Some more words'))
  let answered: Promise<boolean> = Promise.resolve(true)
  await settle(() => {
    answered = mayLeave('/blog')
  })
  assert.match(t.page.querySelector('dialog[open]')!.textContent, /Leave without saving\?/)
  const unload = new Event('beforeunload', { cancelable: true })
  dispatchEvent(unload)
  assert.equal(unload.defaultPrevented, true)
  await t.press('Stay')
  assert.equal(await answered, false)
  assert.match(JSON.stringify(localStorage), /Some more words/)
})

test('sends nothing when another member has signed in', async () => {
  const t = await open()
  await settle(() => type(t.text, 'Some words'))
  signInHere('user-2')
  await settle(() => dispatchEvent(new Event('pagehide')))
  assert.deepEqual(t.calls('PUT'), [])
  assert.equal(t.status(), 'Not saved – sign in again')
})
