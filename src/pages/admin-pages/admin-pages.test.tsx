import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import type { SitePageSummary } from '#features/writing/site-pages/site-pages.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminPagesView } from './admin-pages.tsx'

const admin = { ...alice, role: 'admin' as const }
const aPage = (id: number, part: Partial<SitePageSummary> = {}): SitePageSummary => ({
  id,
  slug: `p${id}`,
  title: `Page ${id}`,
  isInNavigation: true,
  isPublished: true,
  authorName: 'Alice Ada',
  updatedAt: '2026-11-21T00:00:00.000Z',
  ...part,
})
const four = [aPage(1), aPage(2), aPage(3, { isPublished: false }), aPage(4, { isInNavigation: false })]

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(pages: SitePageSummary[], answers: Answers = {}, viewer = admin as typeof alice) {
  signInHere()
  cacheProfile(viewer)
  const asked = answer({
    'GET /api/users/me': () => Response.json(viewer),
    'GET /api/pages': () => Response.json({ pages }),
    ...answers,
  })
  const { page } = await mount(<adminPagesView.View params={{}} query={{}} />)
  await settle()
  const named = (name: string) =>
    [...page.querySelectorAll<HTMLElement>('a, button')].find((one) => one.getAttribute('aria-label') === name)!
  const titles = () => [...page.querySelectorAll('.page-entry-title')].map((title) => title.textContent)
  return { page, asked, named, titles, press: (name: string) => settle(() => named(name).click()) }
}

test('lists pages in the navigation separately from other pages, and links to pages and their editors', async () => {
  const t = await open(four)
  assert.deepEqual(t.titles(), ['Page 1', 'Page 2', 'Page 3', 'Page 4'])
  const [first, others] = t.page.querySelectorAll('section')
  assert.equal(first!.querySelectorAll('li').length, 3)
  assert.match(first!.textContent, /Draft\s*\/p3/)
  assert.match(others!.textContent, /Other pages.*Page 4/)
  assert.ok(t.page.querySelector('a[href="/p1"]'))
  assert.equal(t.page.querySelector('a[href="/p3"]'), null)
  assert.equal(t.named('Edit Page 4').getAttribute('href'), '/admin/pages/4')
})

test('moves pages immediately, and saves the order', async () => {
  const orders: number[][] = []
  const ordered = () => (orders.at(-1) ?? [1, 2, 3]).concat(4).map((id) => four.find((one) => one.id === id)!)
  const t = await open(four, {
    'PUT /api/pages/order': ({ body }) => {
      const { ids } = body as { ids: number[] }
      orders.push(ids)
      return Response.json({ pages: ordered() })
    },
    'GET /api/pages': () => Response.json({ pages: ordered() }),
  })
  assert.equal(t.named('Move Page 1 up').getAttribute('aria-disabled'), 'true')
  await t.press('Move Page 1 down')
  await t.press('Move Page 1 down')
  assert.deepEqual(orders, [
    [2, 1, 3],
    [2, 3, 1],
  ])
  assert.deepEqual(t.titles(), ['Page 2', 'Page 3', 'Page 1', 'Page 4'])
  assert.equal(t.page.querySelector('output')?.textContent, 'Page 1 moved to position 3 of 3.')
})

test('restores the saved order if saving fails', async () => {
  const t = await open(four, { 'PUT /api/pages/order': () => Response.json({ message: 'Not now' }, { status: 503 }) })
  await t.press('Move Page 1 down')
  assert.deepEqual(t.titles(), ['Page 1', 'Page 2', 'Page 3', 'Page 4'])
  assert.equal(shownToast()?.description, 'Not now')
})

test('explains what pages are when none exist', async () => {
  const t = await open([])
  assert.match(t.page.textContent, /No pages yet.*such as \/about/)
  assert.ok(t.page.querySelector('a[href="/admin/pages/new"]'))
})

test('hides the list of pages from non-administrators', async () => {
  const t = await open(four, {}, alice)
  assert.match(t.page.textContent, /You don’t have access to this page/)
  assert.ok(!t.asked.some(({ call }) => call === 'GET /api/pages'))
})
