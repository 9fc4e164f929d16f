import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { PageEditor } from './page-editor.tsx'
import type { SitePage } from './site-pages.contract.ts'

const key = 'page-draft:user-1:7'
const page: SitePage = {
  id: 7,
  slug: 'about',
  title: 'About',
  content: 'As saved.',
  isInNavigation: false,
  isPublished: true,
  authorName: 'Alice Ada',
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
}
const later = '2026-11-22T00:00:00.000Z'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/admin/pages/7')
  signInHere()
})

const savedFrom = (body: unknown) => Response.json({ ...page, ...(body as object), updatedAt: later })

async function open(answers: Answers = {}, given: SitePage | null = page, wasDeleted = false) {
  const asked = answer({
    'GET /api/pages/address': () => Response.json({ problem: null, note: null }),
    'POST /api/pages': ({ body }) => savedFrom(body),
    'PUT /api/pages/7': ({ body }) => savedFrom(body),
    ...answers,
  })
  const { page: here } = await mount(<PageEditor storageKey={key} page={given} wasDeleted={wasDeleted} />)
  const [title, text] = [...here.querySelectorAll('textarea')]
  const button = (name: string) => [...here.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  return {
    here,
    title: title!,
    text: text!,
    address: here.querySelector('input')!,
    button,
    press: (name: string) => settle(() => button(name)!.click()),
    fill: (field: HTMLInputElement | HTMLTextAreaElement, words: string) => settle(() => type(field, words)),
    sent: () => asked.filter(({ call }) => /^(POST|PUT|DELETE) \/api\/pages/.test(call)),
  }
}

test('publishes a new page with a slug that follows the title until a slug is entered', async () => {
  const t = await open({}, null)
  await t.fill(t.title, 'What I’m doing')
  assert.equal(t.address.value, 'what-im-doing')
  await t.fill(t.address, 'now')
  await t.fill(t.title, 'What I’m doing now')
  await t.fill(t.text, 'Reading.')
  await settle(() => t.here.querySelector<HTMLElement>('[role=switch]')!.click())
  await t.press('Publish')
  const [sent] = t.sent()
  assert.equal(sent?.call, 'POST /api/pages')
  assert.deepEqual(sent.body, {
    slug: 'now',
    title: 'What I’m doing now',
    content: 'Reading.',
    isInNavigation: true,
    isPublished: true,
  })
  assert.equal(shownToast()?.title, 'Page published')
  await settleUntil(() => assert.equal(location.pathname, '/now'))
  assert.equal(localStorage.getItem(key), null)
})

test('saves a draft and stays in the editor', async () => {
  const t = await open({}, { ...page, isPublished: false })
  await t.fill(t.text, 'More')
  await t.press('Save draft')
  assert.deepEqual(t.sent()[0]?.body, {
    slug: 'about',
    title: 'About',
    content: 'More',
    isInNavigation: false,
    isPublished: false,
    updatedAt: page.updatedAt,
  })
  assert.deepEqual([shownToast()?.title, location.pathname], ['Draft saved', '/admin/pages/7'])
})

test('shows each error next to its field, and focuses the first invalid field', async () => {
  const t = await open({}, null)
  await t.press('Publish')
  assert.match(t.here.textContent, /Enter a title.*Choose an address.*Enter some text/)
  assert.equal(document.activeElement, t.title)
  assert.deepEqual(t.sent(), [])
  await t.fill(t.title, 'Now')
  assert.doesNotMatch(t.here.textContent, /Enter a title/)
})

test('shows that a slug is in use or invalid while the user types', async () => {
  const t = await open({
    'GET /api/pages/address': ({ search }) =>
      Response.json(
        search.get('slug') === 'blog'
          ? { problem: '/blog is already used by this site.', note: null }
          : { problem: null, note: '/old now redirects to “Other”, which used to have this address.' },
      ),
  })
  const shows = async (words: RegExp) => {
    await settle(() => new Promise((resolve) => setTimeout(resolve, 400)))
    await settle()
    assert.match(t.here.querySelector('.page-facts')!.textContent, words)
  }
  await t.fill(t.address, 'blog')
  await shows(/\/blog is already used by this site\./)
  await t.fill(t.address, 'a b')
  await shows(/Use lowercase letters/)
  await t.fill(t.address, 'old')
  await shows(/\/old now redirects to “Other”/)
})

test('moves from the slug to the text on Enter and does not publish', async () => {
  const t = await open()
  await settle(() =>
    t.address.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  )
  assert.deepEqual(t.sent(), [])
})

test('shows the server’s error next to the field it concerns', async () => {
  const message = 'The navigation can show at most 8 pages. Remove another one first.'
  const t = await open({
    'PUT /api/pages/7': () =>
      Response.json({ message, issues: [{ path: 'isInNavigation', message }] }, { status: 400 }),
  })
  await t.press('Update')
  assert.match(t.here.querySelector('.page-in-navigation')!.textContent, /at most 8 pages/)
})

test('restores typed text after a reload until it is saved or discarded', async () => {
  const before = await open({ 'PUT /api/pages/7': () => Promise.reject(new TypeError('Failed to fetch')) })
  await before.fill(before.text, 'Typed offline')
  await before.press('Update')
  assert.equal(shownToast()?.description, 'Failed to save the page. Please try again.')
  assert.equal(before.text.value, 'Typed offline')

  const after = await open()
  assert.equal(after.text.value, 'Typed offline')
  assert.match(after.here.textContent, /Restored unsaved changes/)
  await after.press('Discard changes')
  await after.press('Discard')
  assert.equal(after.text.value, 'As saved.')
  assert.equal(localStorage.getItem(key), null)
})

test('shows both versions after an edit conflict, without losing either', async () => {
  const theirs = { ...page, content: 'Theirs', updatedAt: later }
  const answers = [() => Response.json({ message: 'moved', page: theirs }, { status: 409 }), savedFrom]
  const t = await open({ 'PUT /api/pages/7': ({ body }) => answers.shift()!(body) })
  await t.fill(t.text, 'Mine')
  await t.press('Update')
  assert.match(t.here.textContent, /This page has been changed in the meantime/)
  await t.press('Use the other text')
  assert.equal(t.text.value, 'Theirs')
  await t.press('Restore it')
  assert.equal(t.text.value, 'Mine')
  await t.press('Update')
  assert.deepEqual((t.sent().at(-1)!.body as { updatedAt: string }).updatedAt, later)
})

test('saves the author’s text over the newer version when they choose to keep their own', async () => {
  const theirs = { ...page, content: 'Theirs', updatedAt: later }
  const answers = [() => Response.json({ message: 'moved', page: theirs }, { status: 409 }), savedFrom]
  const t = await open({ 'PUT /api/pages/7': ({ body }) => answers.shift()!(body) })
  await t.fill(t.text, 'Mine')
  await t.press('Update')
  await t.press('Keep my text')
  const { content, updatedAt, isPublished } = t.sent().at(-1)!.body as SitePage
  assert.deepEqual([content, updatedAt, isPublished], ['Mine', later, true])
})

test('keeps the text, to be saved as a new page, if the original page has since been deleted', async () => {
  const t = await open({ 'PUT /api/pages/7': () => Response.json({ message: 'Page not found' }, { status: 404 }) })
  await t.fill(t.text, 'Mine')
  await t.press('Update')
  assert.match(t.here.textContent, /This page has been deleted/)
  assert.match(localStorage.getItem(key)!, /Mine/)
  await t.press('Publish')
  assert.equal(t.sent().at(-1)?.call, 'POST /api/pages')
  await settleUntil(() => assert.equal(location.pathname, '/about'))
})

test('unpublishes and deletes a page', async () => {
  const t = await open({ 'DELETE /api/pages/7': () => new Response(null, { status: 204 }) })
  await t.press('Unpublish')
  assert.equal((t.sent()[0]!.body as SitePage).isPublished, false)
  assert.equal(shownToast()?.title, 'Page unpublished')
  assert.ok(t.button('Publish'))
  await t.press('Delete')
  assert.match(t.here.querySelector('dialog[open]')!.textContent, /Delete this page\?/)
  const buttons = [...t.here.querySelectorAll<HTMLElement>('dialog[open] button')]
  await settle(() => buttons.find((one) => one.textContent === 'Delete')!.click())
  assert.equal(t.sent().at(-1)?.call, 'DELETE /api/pages/7')
  await settleUntil(() => assert.equal(location.pathname, '/admin/pages'))
})
