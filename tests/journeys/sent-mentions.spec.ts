import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ expectedFaults: ['status of 404', 'status of 410'] })

test('a linked site is notified of a post, its edit, and its deletion, and the author sees the status', async ({
  page,
  browser,
  baseURL,
  otherSite: other,
}) => {
  const name = 'teller'
  other.pages['/page'] = '<p>Hello <link rel="webmention" href="/endpoint">'
  await signUp(page, name)
  const content = `I liked [this](${other.url}/page).`
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content })
  const source = `${baseURL}/post/${id}`
  await expect.poll(() => other.received).toEqual([{ source, status: 200, isLinked: true }])

  await page.goto(`/post/${id}`)
  await page.getByRole('link', { name: 'Sent webmentions' }).click()
  await page.waitForURL(`/post/${id}/mentions`)
  const row = page.getByRole('list', { name: '1 webmention' }).getByRole('listitem')
  await expect(row).toContainText(`${other.host}/page`)
  await expect(row).toContainText('Accepted by the site (200).')
  await hasNoFaults(page)
  await row.getByRole('button', { name: /^Resend to/ }).click()
  await expect(page.getByText('Webmention queued')).toBeVisible()
  await expect.poll(() => other.received.length).toBe(2)

  const anonymous = await browser.newContext({ baseURL: baseURL! })
  const visitor = await anonymous.newPage()
  await visitor.goto(`/post/${id}/mentions`)
  await visitor.waitForURL(/\/login\?next=/)
  await anonymous.close()

  await callAs(page, 'PATCH', `/api/posts/${id}`, { content: 'I no longer like it.' })
  await expect.poll(() => other.received.at(-1)).toEqual({ source, status: 200, isLinked: false })
  await page.reload()
  await expect(row).toContainText('Link removed')
  await callAs(page, 'PATCH', `/api/posts/${id}`, { content })
  await expect.poll(() => other.received.at(-1)).toEqual({ source, status: 200, isLinked: true })
  await callAs(page, 'DELETE', `/api/posts/${id}`)
  await expect.poll(() => other.received.at(-1)).toEqual({ source, status: 410, isLinked: false })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
})

test('shows an empty state for a post without links, and a “not found” message for another member’s post', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'unlinked')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'No links' })
  await page.goto('/')
  const post = page.getByRole('article').filter({ hasText: 'No links' })
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Sent webmentions' }).click()
  await expect(page.getByRole('heading', { name: 'No webmentions to send' })).toBeVisible()
  const context = await browser.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'x-forwarded-for': '10.9.1.2' },
  })
  const stranger = await context.newPage()
  await signUp(stranger, 'curious')
  await stranger.goto(`/post/${id}/mentions`)
  await expect(stranger.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
  await context.close()
})
