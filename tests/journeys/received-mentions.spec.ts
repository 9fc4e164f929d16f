import { expect, type Page } from '@playwright/test'
import { makeWebmentionsOld } from './setup/change-database.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// The site returns 502 when the AppView fails.
test.use({ colorScheme: 'dark', expectedFaults: ['status of 502', '502: '] })

const reply = (target: string, words: string, author = 'https://bsky.app/profile/jay.example') =>
  `<div class="h-entry"><a class="u-in-reply-to" href="${target}"></a>
    <a class="p-author h-card" href="${author}">Jay of old</a><p class="e-content">${words}</p></div>`

/** Sends a webmention through the form and waits until its status page shows the result. */
async function send(page: Page, source: string, target: string, becomes: string): Promise<void> {
  await page.goto('/webmention')
  await page.getByLabel('URL of your page').fill(source)
  await page.getByLabel('URL of the page on this site that it links to').fill(target)
  const status = page.getByRole('link', { name: 'Check the status' })
  await page.getByRole('button', { name: 'Send webmention' }).click()
  await status.click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(becomes)).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('a reply from another site is approved, refreshed from Bluesky, updated, and removed along with its source', async ({
  page,
  browser,
  baseURL,
  site,
  otherSite: other,
}) => {
  await signUp(page, 'heard')
  const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', { content: 'Answer me' })
  const [source, target] = [`${other.url}/reply`, `${baseURL}/post/${id}`]
  other.pages['/reply'] = reply(target, 'I see it <b>otherwise</b>')
  other.pages['/like'] = `<div class="h-entry"><a class="u-like-of" href="${target}"></a>
    <a class="p-author h-card" href="/ann">Ann</a></div>`
  const visitor = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': '10.9.2.1' } })
  const sender = await visitor.newPage()
  await send(sender, source, target, 'Verified. Awaiting approval.')
  await hasNoFaults(sender)
  await send(sender, `${other.url}/like`, target, 'Verified. Awaiting approval.')
  await sender.goto(`/post/${id}`)
  await expect(sender.getByRole('heading', { name: 'Webmentions' })).toHaveCount(0)

  await page.goto('/admin/comments')
  await expect(page.getByRole('listitem').filter({ hasText: 'I see it otherwise' })).toContainText(
    `Replied on ${source}`,
  )
  for (const left of [1, 0]) {
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect(page.getByText('Webmention approved')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(left === 0 ? 0 : 2)
  }

  await sender.goto(`/post/${id}`)
  const webmentions = sender.getByRole('region', { name: /^Webmentions/ })
  await expect(webmentions.getByRole('article')).toContainText('I see it otherwise')
  await expect(webmentions.getByRole('list', { name: 'Likes' }).getByRole('link', { name: 'Ann' })).toBeVisible()
  await expect(webmentions.getByRole('button', { name: /^Refresh profile/ })).toHaveCount(0)
  await hasNoFaults(sender)

  // Bluesky fails, then returns a changed profile.
  await page.goto(`/post/${id}`)
  const refresh = page.getByRole('button', { name: 'Refresh profile of Jay of old' })
  await refresh.click()
  await expect(page.getByText('Update failed')).toBeVisible()
  await expect(page.getByText('Could not refresh user profile information')).toBeVisible()
  await hasNoFaults(page)
  other.profile = { did: 'did:plc:oky5czdrnfjpqslsw2a5iclo', handle: 'jay.example', displayName: 'Jay of today' }
  await refresh.press('Enter')
  await expect(page.getByText('Profile updated')).toBeVisible()
  const article = page.getByRole('region', { name: /^Webmentions/ }).getByRole('article')
  await expect(article).toContainText('Jay of today')
  other.profile = null

  // One source changes, and the other no longer exists.
  other.pages['/reply'] = reply(target, 'I have changed my mind')
  delete other.pages['/like']
  await makeWebmentionsOld(site)
  await send(sender, source, target, 'Verified and shown.')
  await send(sender, `${other.url}/like`, target, 'No longer shown. The source was deleted (410).')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Webmentions 1' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(article).toContainText('I have changed my mind')
  await expect(article).toContainText('Jay of today')
  await visitor.close()
})
