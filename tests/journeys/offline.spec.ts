import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startSite, temporaryDataDir } from '../support/site.ts'
import { test } from './setup/journey.ts'
import { callAs, signOut, signUp } from './setup/members.ts'

// Without a connection, the service worker shows the posts that were read recently, and otherwise the offline page.

test.use({ serviceWorkers: 'allow', expectedFaults: ['net::ERR_', 'Failed to load resource'] })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test(
  'reads a post again offline, and shows the offline page for others',
  { tag: '@phone' },
  async ({ page, context }) => {
    await signUp(page, 'rail-rider')
    const read = await publish(
      page,
      'About looms',
      'A loom holds the warp threads under tension while the weft is woven.',
    )
    const other = await publish(page, 'About sheep', 'Sheep carry the wool that looms will one day turn into cloth.')
    await page.goto(read)
    await isReady(page)
    await hasCopies(page, ['About looms'])

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('under tension')).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Schibsted')

    await page.goto(other).catch(() => null)
    await expect(heading(page)).toHaveText('You’re offline')
    expect(new URL(page.url()).pathname).toBe('/offline')
    await page.getByRole('link', { name: 'About looms' }).click()
    await expect(heading(page)).toHaveText('About looms')
    await page.goBack()
    await expect(heading(page)).toHaveText('You’re offline')

    await context.setOffline(false)
    await page.waitForURL(other)
    await expect(heading(page)).toHaveText('About sheep')
  },
)

test('shows the current version while online, and forgets posts that were deleted or unlisted', async ({
  page,
  context,
}) => {
  await signUp(page, 'editor-in-chief')
  const deleted = await publish(page, 'To be deleted', 'This article will be deleted in a moment, so read it now.')
  const changed = await publish(page, 'To be changed', 'The first version of this article, which will change soon.')
  for (const path of [deleted, changed]) {
    await page.goto(path)
    await isReady(page)
    await hasCopies(page, [path === deleted ? 'To be deleted' : 'To be changed'])
  }
  const [gone, kept] = await Promise.all([idAt(page, deleted), idAt(page, changed)])
  await callAs(page, 'DELETE', `/api/posts/${gone}`)
  await page.goto(deleted)
  await expect.poll(() => titles(page)).toEqual(['To be changed'])

  const content = 'The second version of this article, which has changed a lot.'
  await callAs(page, 'PATCH', `/api/posts/${kept}`, { content })
  await page.goto(changed)
  await expect(page.getByText('The second version')).toBeVisible()
  await callAs(page, 'PATCH', `/api/posts/${kept}`, { isUnlisted: true })
  await page.goto(changed)
  await expect.poll(() => titles(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(changed).catch(() => null)
  await expect(page.getByText('No saved posts yet')).toBeVisible()
})

test('does not show a post offline if the page was closed before its copy was fully removed', async ({
  page,
  context,
}) => {
  await signUp(page, 'quick-leaver')
  const path = await publish(page, 'To be forgotten', 'This article will be removed from the list of saved posts.')
  await page.goto(path)
  await isReady(page)
  await hasCopies(page, ['To be forgotten'])
  await page.goto('/offline')
  await page.evaluate(clearIndex)
  await context.setOffline(true)
  await page.goto(path).catch(() => null)
  await expect(page.getByText('No saved posts yet')).toBeVisible()
})

test('removes the rest of a copy if only its document or its entry in the index is left', async ({ page }) => {
  await signUp(page, 'half-leaver')
  for (const [title, removeHalf] of [
    ['Only a document', clearIndex],
    ['Only an entry', removeDocuments],
  ] as const) {
    const path = await publish(page, title, 'This article will be deleted after half of its copy is gone.')
    await page.goto(path)
    await isReady(page)
    await hasCopies(page, [title])
    await page.goto('/offline')
    await page.evaluate(removeHalf)
    await callAs(page, 'DELETE', `/api/posts/${await idAt(page, path)}`)
    const rest = async () => [
      ...(await titles(page)),
      ...(await page.evaluate(async (url) => ((await caches.match(url)) ? [url] : []), path)),
    ]
    expect(await rest()).toHaveLength(1)
    await page.goto(path)
    await expect.poll(rest).toEqual([])
  }
})

test('stores what visitors see, without a token, and removes it on sign-out', async ({ page, context }) => {
  await signUp(page, 'offline-leaver')
  await page.goto(
    await publish(page, 'Read while signed in', 'Nothing in the copy of this article belongs to a member.'),
  )
  await isReady(page)
  await hasCopies(page, ['Read while signed in'])
  const stored = await page.evaluate(storedTexts)
  expect(stored.filter(({ url }) => /\/api\/|\/auth\//.test(url))).toEqual([])
  const token = await page.evaluate(() => localStorage.getItem('supabase_auth_token'))
  const { access_token } = JSON.parse(token!) as { access_token: string }
  for (const { text } of stored) expect(text).not.toContain(access_token)

  await signOut(page)
  await expect.poll(() => page.evaluate(() => caches.has('offline-posts'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/offline').catch(() => null)
  await expect(page.getByText('No saved posts yet')).toBeVisible()
})

test('keeps the newest twenty posts, and removes them on request', async ({ page }) => {
  await signUp(page, 'bookworm')
  await page.goto(await publish(page, 'Chapter 1', 'This is the first chapter of a book with many chapters.'))
  await isReady(page)
  await hasCopies(page, ['Chapter 1'])
  await page.evaluate(addCopies, { from: 2, to: 20 })
  expect((await titles(page)).length).toBe(20)
  await page.goto(await publish(page, 'Chapter 21', 'This is the last chapter of a book with many chapters.'))
  await hasCopies(page, ['Chapter 21'])
  const kept = await titles(page)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, 'Chapter 21', 'Chapter 2'])
  await page.goto('/offline')
  await page.getByRole('button', { name: 'Remove saved posts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No saved posts yet')).toBeVisible()
})

test('tries again only for pages of this site', async ({ page }) => {
  await page.goto('/offline?page=/blog')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  for (const address of ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
    await page.goto(`/offline?${new URLSearchParams({ page: address })}`)
    await expect(heading(page)).toHaveText('Reading offline')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  }
})

async function publish(page: Page, title: string, content: string): Promise<string> {
  const post = { title, content, categoryId: 1, isLongForm: true }
  const { slug } = await callAs<{ slug: string }>(page, 'POST', '/api/posts', post)
  return `/blog/${slug}`
}

const idAt = async (page: Page, path: string): Promise<number> => {
  const { id } = await callAs<{ id: number }>(page, 'GET', `/api/articles/${path.split('/').at(-1)}`)
  return id
}

/** Waits until the service worker controls the page. */
async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

async function hasCopies(page: Page, expected: string[]): Promise<void> {
  for (const title of expected) await expect.poll(() => titles(page)).toContain(title)
}

const titles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const index = await caches.match('/offline/copies.json')
    const { copies } = ((await index?.json()) ?? { copies: [] }) as { copies: { title: string }[] }
    return copies.map(({ title }) => title)
  })

async function storedTexts(): Promise<{ url: string; text: string }[]> {
  const all: { url: string; text: string }[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      all.push({ url: request.url, text: await (await cache.match(request))!.text() })
  }
  return all
}

/** Removes all copies from the index, but not their documents. */
async function clearIndex(): Promise<void> {
  const cache = await caches.open('offline-posts')
  await cache.put('/offline/copies.json', Response.json({ ownerId: null, copies: [] }))
}

/** Removes the documents of all copies, but not their entries in the index. */
async function removeDocuments(): Promise<void> {
  const cache = await caches.open('offline-posts')
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith('/blog/')) await cache.delete(request)
}

/** Adds copies to the index, as if the chapters had been read one after another. */
async function addCopies({ from, to }: { from: number; to: number }): Promise<void> {
  const cache = await caches.open('offline-posts')
  const index = (await (await cache.match('/offline/copies.json'))!.json()) as { copies: object[] }
  for (let number = from; number <= to; number++) {
    const readAt = Date.now()
    index.copies.unshift({
      path: `/blog/chapter-${number}`,
      title: `Chapter ${number}`,
      readAt,
      checkedAt: readAt,
      files: [],
    })
  }
  await cache.put('/offline/copies.json', Response.json(index))
}

test('sends likes and comments that were made offline once', async ({ page, context }) => {
  await signUp(page, 'tunneler')
  const path = await publish(page, 'In the tunnel', 'This article is read on a train that is about to enter a tunnel.')
  await page.goto(path)
  await isReady(page)
  await hasCopies(page, ['In the tunnel'])
  await context.setOffline(true)
  await page.reload()
  const like = page.getByRole('button', { name: /^Like, 1 so far/ })
  await page.getByRole('button', { name: /^Like, 0 so far/ }).click()
  await expect(like).toHaveAttribute('title', 'Not sent yet. Will be sent when the connection is back.')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Written in the dark')
  await page.getByRole('button', { name: 'Post comment' }).click()
  const waiting = page
    .locator('.comment-held')
    .filter({ hasText: 'Not sent yet. Will be sent when the connection is back.' })
  await expect(waiting).toContainText('Written in the dark')

  await page.reload()
  await expect(waiting).toContainText('Written in the dark')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  const second = await context.newPage()
  await second.goto(path).catch(() => null)

  await context.setOffline(false)
  const comments = page.locator('.comments-list')
  await expect(waiting).toBeHidden()
  await page.reload()
  await expect(comments.getByText('Written in the dark')).toHaveCount(1)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).not.toHaveAttribute('title')
  expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBe(null)
})

test('removes the service worker and everything it stored when the operator turns it off', async ({
  browser,
  site,
}) => {
  const { dataDir, remove } = temporaryDataDir()
  const off = await startSite(dataDir, { SERVICE_WORKER: 'off', LOG_LEVEL: 'warn' })
  let target = site.url
  const proxy = await startForwarding(() => target)
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/')
  await isReady(page)
  expect(await page.evaluate(() => caches.keys())).toEqual(['offline-site'])

  target = off.url
  await page.goto('/')
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length,
      ),
    )
    .toBe(0)
  await context.setOffline(true)
  await expect(page.goto('/')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  await context.close()
  await proxy.close()
  await off.stop()
  remove()
})

/** Forwards requests to the site that is the target at that moment. */
async function startForwarding(target: () => string) {
  const server = http.createServer((request, response) => {
    const { method, headers, url } = request
    const forwarded = http.request(target() + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
