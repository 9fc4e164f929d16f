import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { editPath, postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { postQuery } from '#features/writing/posts/posts.hooks.ts'
import { postView } from './post.tsx'

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/post/7')
})

const noQuery = postAddress.queryIn(new URLSearchParams())

async function open(answers: Answers, id = '7') {
  await import('./post-actions.tsx')
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const { page } = await mount(<postView.View params={postAddress.paramsIn({ id })} query={noQuery} />)
  await settle()
  const button = (name: string, within: ParentNode = page) =>
    [...within.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  return { page, asked, button, calls: () => asked.map(({ call }) => call) }
}

const shows = (part = {}): Answers => ({ 'GET /api/posts/7': () => Response.json(aPost(7, part)) })

test('shows the author, date, category, and text', async () => {
  const t = await open(shows({ title: 'On naming' }))
  assert.equal(t.page.querySelector('h1')?.textContent, 'On naming')
  assert.equal(t.page.querySelector('.prose')?.innerHTML, '<p>Post <b>7</b></p>')
  for (const text of ['Alice Archer', 'Nov 21, 2026', 'Tech Tips']) assert.ok(t.page.textContent.includes(text), text)
  assert.equal(t.button('Delete'), undefined)
})

test('marks the title and the text with their language, but not the rest of the page', async () => {
  const t = await open(shows({ title: 'Über Namen', detectedLanguage: 'de' }))
  const marked = (page: Element) =>
    [...page.querySelectorAll('[lang]')].map((one) => [one.className, one.getAttribute('lang')])
  assert.deepEqual(marked(t.page), [
    ['p-name', 'de'],
    ['prose e-content', 'de'],
  ])
  const chosen = await open(shows({ detectedLanguage: 'de', language: 'nl' }))
  assert.deepEqual(marked(chosen.page), [['prose e-content', 'nl']])
  assert.deepEqual(marked((await open(shows())).page), [])
})

test('links to the full text if only its beginning is shown because it has too many elements', async () => {
  const t = await open(shows({ isTruncated: true }))
  assert.equal(t.page.querySelector('a[href="/post/7.md"]')?.textContent, 'Read the full text as Markdown')
  assert.equal((await open(shows())).page.querySelector('a[href="/post/7.md"]'), null)
})

test('renders an h-entry with author, URL, and timestamps', async () => {
  const t = await open(shows({ updatedAt: '2026-11-22T00:00:00.000Z' }))
  const entry = t.page.querySelector('.h-entry')!
  const all = (selector: string) => [...entry.querySelectorAll(selector)]
  assert.equal(entry.querySelector('.p-author.h-card > .u-url')?.getAttribute('href'), '/profile/alice')
  assert.equal(entry.querySelector('.p-author .p-name')?.textContent, 'Alice Archer')
  // The author's URL belongs to the h-card, not to the entry.
  const own = all('.u-url').filter((one) => !one.closest('.h-card'))
  assert.deepEqual(
    own.map((one) => one.getAttribute('href')),
    ['/post/7'],
  )
  assert.equal(entry.querySelector('time.dt-published')?.getAttribute('datetime'), '2026-11-21T00:00:00.000Z')
  assert.equal(entry.querySelector('time.dt-updated')?.getAttribute('datetime'), '2026-11-22T00:00:00.000Z')
  assert.equal(all('.p-name').filter((one) => !one.closest('.h-card')).length, 0)
})

test('shows a message if the post does not exist or was deleted, with a link to the home page', async () => {
  for (const [status, id] of [
    [404, '7'],
    [410, '7'],
    [404, 'abc'],
  ] as const) {
    const t = await open({ 'GET /api/posts/7': () => new Response('{}', { status }) }, id)
    assert.match(t.page.textContent, /Post Not Found/)
    assert.equal(t.page.querySelector('a')?.textContent, 'Return Home')
  }
})

test('distinguishes a loading error from a missing post, and offers to retry', async () => {
  let times = 0
  const t = await open({
    'GET /api/posts/7': () => (++times === 1 ? new Response('', { status: 500 }) : Response.json(aPost(7))),
  })
  assert.match(t.page.textContent, /Error Loading Post/)
  assert.ok([...t.page.querySelectorAll('a')].some((link) => link.textContent === 'Return Home'))
  await settle(() => t.button('Try Again')!.click())
  assert.ok(t.page.querySelector('.prose'))
})

test('lets the author delete the post after confirmation and returns to the feed', async () => {
  signInHere()
  const t = await open({
    ...shows({ canEdit: true, canDelete: true }),
    'DELETE /api/posts/7': () => new Response(null, { status: 204 }),
  })
  await settle(() => t.button('Delete')!.click())
  const dialog = document.querySelector('[role=alertdialog]')!
  assert.match(dialog.textContent, /Are you sure you want to delete this post\?/)
  assert.equal(t.calls().includes('DELETE /api/posts/7'), false)
  await settle(() => t.button('Delete', dialog)!.click())
  assert.equal(location.pathname, '/')
  assert.equal(shownToast()?.description, 'Post deleted successfully!')
})

test('keeps a post that could not be deleted, and shows the reason', async () => {
  signInHere()
  const t = await open({
    ...shows({ canEdit: true, canDelete: true }),
    'DELETE /api/posts/7': () => new Response('', { status: 500 }),
  })
  await settle(() => t.button('Delete')!.click())
  await settle(() => t.button('Delete', document.querySelector('[role=alertdialog]')!)!.click())
  assert.equal(location.pathname, '/post/7')
  assert.equal(shownToast()?.description, 'Failed to delete post. Please try again.')
})

test('disables Edit and Delete on others’ posts, and gives the reason', async () => {
  signInHere()
  const t = await open(shows())
  assert.equal(t.button('Edit')?.title, 'You can only edit your own posts.')
  assert.equal(t.button('Delete')?.getAttribute('aria-disabled'), 'true')
  await settle(() => t.button('Delete')!.click())
  assert.equal(document.querySelector('[role=alertdialog]')?.textContent ?? '', '')
})

test('tells readers why they cannot edit their own posts', async () => {
  signInHere()
  const reader = { ...alice, role: 'reader' }
  const own = shows({ canDelete: true })
  const t = await open({ ...own, 'GET /api/users/me': () => Response.json(reader) })
  assert.equal(t.button('Edit')?.title, cannotPublish())
  assert.equal(t.button('Delete')?.getAttribute('aria-disabled'), null)
  assert.ok(t.page.querySelector('a[href="/post/7/mentions"]'))
})

test('shares the first 100 characters, or copies the URL if sharing is unavailable', async () => {
  const t = await open(shows({ excerpt: 'x'.repeat(200) }))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await settle(() => t.button('Share')!.click())
  assert.deepEqual(copied.mock.calls, [[`${location.origin}/post/7`]])
  assert.equal(shownToast()?.title, 'Link copied')
  copied.mockRejectedValue(new Error('no'))
  await settle(() => t.button('Share')!.click())
  assert.equal(shownToast()?.title, 'Failed to copy')

  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  Object.assign(navigator, { share, canShare: () => true })
  await settle(() => t.button('Share')!.click())
  assert.equal(share.mock.calls[0]?.[0].text, 'x'.repeat(100))
})

test('leads the owner back to the setup after their first article', async () => {
  await import('#features/admin/setup/back-to-setup.tsx')
  signInHere()
  localStorage.setItem('setup_open', 'true')
  const t = await open({ ...shows(), 'GET /api/users/me': () => Response.json({ ...alice, role: 'admin' }) })
  assert.ok(t.page.querySelector('a[href="/admin/setup"]'))
})

test('sets the title, a description of up to 155 characters, timestamps, author, and social image in the head', () => {
  const head = (part: Parameters<typeof aPost>[1]) => {
    const cache = createQueryCache()
    cache.setQueryData(postQuery(7).queryKey, aPost(7, part))
    return postView.head(cache, { params: { id: 7 }, query: noQuery })
  }
  const long = 'A sentence that goes on. '.repeat(8).trim()
  const named = head({ title: 'On naming', excerpt: long, contentHtml: '<p><img alt="" src="/a.png?x=1&amp;y=2"></p>' })
  assert.equal(named.title, 'On naming')
  assert.ok(named.description!.length <= 155 && named.description!.endsWith('…'))
  assert.match(named.card!.path, /^\/cards\/post\/7\.png\?v=/)
  assert.equal(named.card!.alt, 'On naming – Alice Archer on Devstead')
  assert.equal(named.authorPath, '/profile/alice')
  assert.deepEqual([named.type, named.publishedAt], ['article', '2026-11-21T00:00:00.000Z'])
  assert.equal(head({ excerpt: 'Short' }).title, 'Alice Archer: Short')
  const wordless = head({ excerpt: '' })
  assert.deepEqual(
    [wordless.title, wordless.description],
    ['A post by Alice Archer', 'A post by Alice Archer in Tech Tips.'],
  )
})

const anArticle = { title: 'On naming', isLongForm: true }
const author = { ...alice, title: 'Compiler engineer', bio: 'I write parsers.', followersCount: 3 }
const showsAuthor = { 'GET /api/users/by-username/alice': () => Response.json(author) }

test('ends an article with its author, their feeds, and the next part of its series', async () => {
  const place = {
    name: 'Names',
    slug: 'names',
    position: 1,
    total: 2,
    previous: null,
    next: { id: 9, slug: 'part-two', title: 'Part two' },
  }
  const t = await open({
    ...shows({ ...anArticle, series: { name: 'Names', slug: 'names', part: 1 } }),
    ...showsAuthor,
    'GET /api/posts/7/series': () => Response.json(place),
    'GET /api/posts/7/neighbours': () => Response.json({ previous: null, next: place.next }),
  })
  const card = t.page.querySelector('[aria-label="About the author"]')!
  for (const words of ['Alice Archer', 'Compiler engineer', 'I write parsers.'])
    assert.ok(card.textContent.includes(words), words)
  assert.deepEqual(
    [...card.querySelectorAll('.link')].map((link) => [link.textContent, link.getAttribute('href')]),
    [
      ['RSS', '/profile/alice/rss.xml'],
      ['Atom', '/profile/alice/atom.xml'],
      ['JSON Feed', '/profile/alice/feed.json'],
    ],
  )
  const next = t.page.querySelector('.next-part')!
  assert.equal(next.getAttribute('href'), '/blog/part-two')
  assert.match(next.textContent, /Next in Names, part 2 of 2/)
  assert.equal(t.page.querySelector('.adjacent-articles'), null)
})

test('shows no author card for short posts and deleted authors', async () => {
  const short = await open({ ...shows(), ...showsAuthor })
  assert.equal(short.page.querySelector('.author-card'), null)
  const user = { id: 1, username: '~1', displayName: 'Deleted member', profileImage: null }
  const kept = await open({ ...shows({ ...anArticle, user }), ...showsAuthor })
  assert.equal(kept.page.querySelector('.author-card'), null)
})

test('shows when an article was last updated, if that was on a later day', async () => {
  const facts = async (updatedAt: string, part = {}) =>
    (await open(shows({ ...anArticle, updatedAt, ...part }))).page.querySelector('.post-byline-facts')!.textContent
  assert.match(await facts('2026-11-23T00:00:00.000Z'), /Nov 21, 2026Updated Nov 23, 2026$/)
  assert.match(await facts('2026-11-21T09:00:00.000Z'), /edited.*Nov 21, 2026$/)
  assert.match(await facts('2026-11-23T00:00:00.000Z', { isLongForm: false }), /edited.*Nov 21, 2026$/)
})

test.for([
  [true, '.post-article-head'],
  [false, '.post-article footer'],
] as const)('lets the author edit an article at its top, and a post below it: %s', async ([isLongForm, place]) => {
  signInHere()
  const t = await open(shows({ canEdit: true, isLongForm }))
  const links = [...t.page.querySelectorAll('a.button')].filter((one) => one.textContent === 'Edit')
  assert.deepEqual(
    links.map((link) => [link.getAttribute('href'), link.closest(place) !== null]),
    [[editPath({ id: 7, isLongForm }), true]],
  )
  const others = await open(shows({ isLongForm }))
  assert.equal(others.page.querySelector('.post-article-head a.button'), null)
})
