import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { DraftList } from './draft-list.tsx'
import type { DraftSummary } from './drafts.contract.ts'

beforeEach(() => {
  localStorage.clear()
  signInHere()
  dismissToast()
})

const key = (n: number) => n.toString(16).padStart(32, '0')
const aDraft = (n: number, part: Partial<DraftSummary> = {}): DraftSummary => ({
  key: key(n),
  title: `Draft ${n}`,
  excerpt: `How draft ${n} begins`,
  postId: null,
  schedule: null,
  isShared: false,
  openComments: 0,
  updatedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  ...part,
})

async function open(drafts: DraftSummary[], answers: Answers = {}) {
  const asked = answer({ 'GET /api/drafts': () => Response.json({ drafts }), ...answers })
  const { page } = await mount(<DraftList />)
  await settle()
  const button = (name: string) =>
    [...page.querySelectorAll<HTMLElement>('a, button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
    )
  const press = (name: string) => settle(() => button(name)!.click())
  const titles = () => [...page.querySelectorAll('h3')].map((title) => title.textContent)
  const calls = () => asked.map(({ call }) => call).filter((call) => call.includes('/drafts'))
  return { page, button, press, titles, calls }
}

test('shows a draft’s title, opening text, and time, and links to the editor', async () => {
  const t = await open([aDraft(1), aDraft(2, { title: ' ', excerpt: '' }), aDraft(3, { postId: 7 })])
  assert.deepEqual(t.titles(), ['Draft 1', 'Untitled Blog Post', 'Draft 3'])
  const [first, second, third] = t.page.querySelectorAll('li')
  assert.match(first!.textContent, /How draft 1 begins.*Saved 3 hours ago/)
  assert.doesNotMatch(first!.textContent + second!.textContent, /Edits to a published article/)
  assert.match(third!.textContent, /Edits to a published article/)
  assert.deepEqual(
    ['Continue: Draft 1', 'Continue: Untitled Blog Post', 'Continue: Draft 3'].map((name) =>
      t.button(name)?.getAttribute('href'),
    ),
    [`/blog/create?draft=${key(1)}`, `/blog/create?draft=${key(2)}`, '/blog/edit/7'],
  )
})

test('renders nothing without drafts', async () => {
  const t = await open([])
  assert.equal(t.page.innerHTML, '')
})

test('shows the three most recent of many drafts, and the rest on request', async () => {
  const t = await open(Array.from({ length: 5 }, (_, index) => aDraft(index + 1)))
  assert.equal(t.titles().length, 3)
  await t.press('Show all 5 drafts')
  assert.equal(t.titles().length, 5)
})

test('discards a draft after confirmation and removes it from the list', async () => {
  const t = await open([aDraft(1), aDraft(2)], {
    [`DELETE /api/drafts/${key(1)}`]: () => new Response(null, { status: 204 }),
  })
  await t.press('Discard: Draft 1')
  const dialog = t.page.querySelector('dialog[open]')!
  assert.match(dialog.textContent, /Are you sure you want to discard Draft 1\? This action cannot be undone\./)
  await settle(() => [...dialog.querySelectorAll('button')].at(0)!.click())
  assert.deepEqual([t.titles(), t.calls()], [['Draft 1', 'Draft 2'], ['GET /api/drafts']])
  await t.press('Discard: Draft 1')
  await settle(() => [...t.page.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)!.click())
  assert.deepEqual([t.titles(), shownToast()?.title], [['Draft 2'], 'Draft discarded'])
})

test('keeps a draft in the list if it could not be discarded, and shows an error', async () => {
  const t = await open([aDraft(1)], {
    [`DELETE /api/drafts/${key(1)}`]: () => new Response('', { status: 503 }),
  })
  await t.press('Discard: Draft 1')
  await settle(() => [...t.page.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)!.click())
  assert.deepEqual(t.titles(), ['Draft 1'])
  assert.equal(shownToast()?.description, 'Failed to discard the draft. Please try again.')
})

test('offers to reload a list that failed to load', async () => {
  let times = 0
  const t = await open([], {
    'GET /api/drafts': () =>
      ++times === 1 ? new Response('', { status: 503 }) : Response.json({ drafts: [aDraft(1)] }),
  })
  assert.match(t.page.textContent, /Your drafts failed to load/)
  await t.press('Try Again')
  assert.deepEqual(t.titles(), ['Draft 1'])
})
