import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import type { DraftSummary } from '#features/writing/drafts/drafts.contract.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { OwnTexts } from './own-texts.tsx'

const draft: DraftSummary = {
  key: '0'.repeat(32),
  title: 'A draft',
  excerpt: '',
  postId: null,
  schedule: null,
  isShared: false,
  openComments: 0,
  updatedAt: '2026-11-21T00:00:00.000Z',
}
const { style, dataset } = document.documentElement

beforeEach(() => {
  localStorage.clear()
  signInHere()
  style.setProperty('--drafts-height', '200px')
  dataset.drafts = 'unknown'
})

async function open(drafts: DraftSummary[], unlisted: Promise<Response>) {
  answer({ 'GET /api/drafts': () => Response.json({ drafts }), 'GET /api/posts': () => unlisted })
  const { page } = await mount(<OwnTexts />)
  await settle()
  return page
}
const reserved = () => [
  localStorage.getItem('drafts_height'),
  style.getPropertyValue('--drafts-height'),
  dataset.drafts,
]
const noPosts = () => Response.json({ posts: [], page: 1, totalPages: 0, total: 0 })

test('shows drafts and unlisted posts together, and stores their height for the next visit', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  const unlisted = Promise.withResolvers<Response>()
  const page = await open([draft], unlisted.promise)
  assert.equal(page.textContent, '')
  assert.deepEqual(reserved(), [null, '200px', 'unknown'])
  await settle(() => unlisted.resolve(noPosts()))
  assert.match(page.textContent, /A draft/)
  assert.deepEqual(reserved(), ['300px', '', undefined])
})

test('shows the drafts if the unlisted posts fail to load', async () => {
  const page = await open([draft], Promise.resolve(new Response('', { status: 500 })))
  assert.match(page.textContent, /A draft/)
  assert.deepEqual(reserved(), ['0px', '', undefined])
})
