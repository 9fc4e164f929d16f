import assert from 'node:assert/strict'
import { mf2 } from 'microformats-parser'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, test } from 'vitest'
import { createQueryCache } from '#web/query-cache.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { alice } from '#tests/support/samples.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import type { Webmention, WebmentionList, WebmentionType } from './webmentions.contract.ts'
import { webmentionsQuery } from './webmentions.hooks.ts'
import { WebmentionsSection } from './webmentions-section.tsx'

const path = 'GET /api/posts/7/webmentions'
let nextId = 1
const of = (type: WebmentionType, part: Partial<Webmention> = {}): Webmention => ({
  id: nextId++,
  type,
  sourceUrl: `https://vera.example/${type}`,
  sourceAuthor: 'Vera <b>Visitor</b>',
  sourceAuthorUrl: 'https://vera.example/',
  sourceAuthorPhoto: null,
  sourceTitle: '',
  sourceContent: 'Well said',
  sourceContentHtml: '<p>Well <strong>said</strong></p>',
  createdAt: '2026-01-02T03:04:05.000Z',
  isOnBluesky: false,
  ...part,
})
const listOf = (...webmentions: Webmention[]): WebmentionList => ({
  webmentions,
  page: 1,
  totalPages: webmentions.length ? 1 : 0,
  total: webmentions.length,
})
const all = listOf(
  of('like-of'),
  of('like-of', { sourceAuthorPhoto: '/webmention-photos/a.webp' }),
  of('repost-of'),
  of('in-reply-to'),
  of('mention', { sourceTitle: 'On <i>naming</i>' }),
  of('bookmark-of'),
)

const hrefOf = (page: number) => `/post/7?mentions=${page}#webmentions`

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

function rendered(list: WebmentionList): string {
  const cache = createQueryCache()
  cache.setQueryData(webmentionsQuery(7, 1).queryKey, list)
  return renderToString(
    <QueryClientProvider client={cache}>
      <WebmentionsSection postId={7} page={1} hrefOf={hrefOf} />
    </QueryClientProvider>,
  )
}

test('server-renders likes and reposts as avatars, replies in full, mentions as links, and names as text', () => {
  const html = rendered(all)
  assert.match(html, /2 Likes/)
  assert.match(html, /1 Repost</)
  assert.match(html, /<p>Well <strong>said<\/strong><\/p>/)
  assert.match(html, /On &lt;i&gt;naming&lt;\/i&gt;/)
  assert.doesNotMatch(html, /<b>Visitor|<i>naming/)
  assert.match(html, /src="\/webmention-photos\/a\.webp"/)
  for (const [, rel] of html.matchAll(/<a [^>]*?rel="([^"]*)"/g)) assert.equal(rel, 'ugc nofollow noopener')
})

test('marks up likes, reposts, and replies as microformats', () => {
  const { items } = mf2(`<div class="h-entry">${rendered(all)}</div>`, { baseUrl: 'https://devstead.example/post/7' })
  const properties = items[0]!.properties
  assert.deepEqual(
    ['like', 'repost', 'comment'].map((name) => properties[name]?.length),
    [2, 1, 3],
  )
  const [reply] = properties['comment'] as unknown as { properties: Record<string, unknown[]> }[]
  assert.deepEqual(reply!.properties['url'], ['https://vera.example/in-reply-to'])
  assert.deepEqual(reply!.properties['published'], ['2026-01-02T03:04:05.000Z'])
})

test('renders nothing without webmentions', () => {
  assert.equal(rendered(listOf()), '')
})

test('shows an error with a retry button when loading fails', async () => {
  let times = 0
  answer({ [path]: () => (++times === 1 ? new Response('', { status: 500 }) : Response.json(all)) })
  const { page } = await mount(<WebmentionsSection postId={7} page={1} hrefOf={hrefOf} />)
  await settle()
  assert.match(page.textContent, /Failed to load webmentions\. Please try refreshing\./)
  await settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Refresh')!.click())
  assert.match(page.textContent, /Well said/)
})

test('links to further pages, and shows counts per type only when all mentions fit on one page', () => {
  const html = rendered({ ...all, totalPages: 3, total: 120 })
  assert.match(html, /href="\/post\/7\?mentions=2#webmentions"/)
  assert.doesNotMatch(html, /2 Likes/)
  assert.match(html, /Likes/)
})

test('lets members refresh Bluesky authors, and shows the updated name or an error', async () => {
  signInHere()
  const mentions = [
    of('in-reply-to', { id: 501, sourceAuthor: 'Jay of old', isOnBluesky: true }),
    of('like-of', { id: 502, sourceAuthor: 'Ann', isOnBluesky: true }),
    of('mention', { sourceAuthor: 'Vera' }),
  ]
  let isUp = false
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    [path]: () => Response.json(listOf(...mentions)),
    'POST /api/webmentions/501/refresh-bluesky-user': () => {
      if (!isUp) return new Response('{}', { status: 502 })
      mentions[0] = { ...mentions[0]!, sourceAuthor: 'Jay' }
      return Response.json({ updatedWebmention: mentions[0] })
    },
    'POST /api/webmentions/502/refresh-bluesky-user': () => Response.json({ updatedWebmention: mentions[1] }),
  })
  const { page } = await mount(<WebmentionsSection postId={7} page={1} hrefOf={hrefOf} />)
  await settle()
  const press = (name: string) =>
    settle(() =>
      [...page.querySelectorAll('button')]
        .find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)!
        .click(),
    )
  assert.equal(page.querySelectorAll('.webmention-refresh').length, 1)
  await press('Refresh profile of Jay of old')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description, shownToast()?.variant],
    ['Update failed', 'Could not refresh user profile information', 'error'],
  )
  assert.match(page.textContent, /Jay of old/)
  isUp = true
  await press('Refresh profile of Jay of old')
  assert.deepEqual([shownToast()?.title, shownToast()?.variant], ['Profile updated', 'success'])
  assert.doesNotMatch(page.textContent, /Jay of old/)
  await press('Refresh Ann')
  assert.ok(asked.some(({ call }) => call === 'POST /api/webmentions/502/refresh-bluesky-user'))
})

test('hides the refresh button from visitors', async () => {
  answer({ [path]: () => Response.json(listOf(of('in-reply-to', { isOnBluesky: true }))) })
  const { page } = await mount(<WebmentionsSection postId={7} page={1} hrefOf={hrefOf} />)
  await settle()
  assert.equal(page.querySelectorAll('.webmention-refresh').length, 0)
})
