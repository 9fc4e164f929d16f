import { expect, type Page } from '@playwright/test'
import { editorOf, hasStatus, longEnough, typeAtEnd, writeArticle } from './setup/article.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'

// No part of an article is lost when the network, the page, or the browser fails.

test.use({
  expectedFaults: ['net::ERR_', 'status of 404', 'status of 409', 'Failed to fetch dynamically imported module'],
})

test('shows that it is offline, keeps the text in the browser, and saves it once back online', async ({
  page,
  context,
}) => {
  await signUp(page, 'commuter')
  await page.goto('/blog/create')
  await writeArticle(page, 'From the train', longEnough)
  await context.setOffline(true)
  await typeAtEnd(page, ' Through the tunnel.')
  await hasStatus(page, 'Not saved – offline')
  await context.setOffline(false)
  await hasStatus(page, 'Saved')
  expect(await keptTexts(page)).toEqual([])
  expect(await draftText(page)).toContain('Through the tunnel.')
})

test('keeps the text when a window is closed while offline', async ({ page, context }) => {
  await signUp(page, 'sleeper')
  await page.goto('/blog/create')
  await writeArticle(page, 'Before the night', longEnough)
  const address = page.url()
  const window = await context.newPage()
  await window.goto(address)
  await expect(editorOf(window).text).toContainText(longEnough)
  await context.setOffline(true)
  await typeAtEnd(window, ' In the dark.')
  await hasStatus(window, 'Not saved – offline')
  await window.close({ runBeforeUnload: false })
  await context.setOffline(false)
  // A closing page's last request may still arrive, so the text is either in the browser or on the server.
  await page.goto(address)
  await expect(editorOf(page).text).toContainText('In the dark.')
  await hasStatus(page, 'Saved')
  expect(await draftText(page)).toContain('In the dark.')
})

test('keeps the text from a window that crashes before saving, even for an article that was never saved', async ({
  page,
  context,
}) => {
  await signUp(page, 'unplugged')
  const window = await context.newPage()
  await window.route('**/api/drafts/*', (route) => route.abort())
  await window.goto('/blog/create')
  await editorOf(window).title.fill('Never saved')
  await typeAtEnd(window, 'Half a sentence')
  await expect.poll(() => keptTexts(window)).toContainEqual(expect.stringContaining('Half a sentence'))
  await crash(window)

  await page.goto('/blog/create')
  await page.getByRole('link', { name: 'Never saved' }).click()
  await expect(editorOf(page).text).toContainText('Half a sentence')
  await expect(page.getByText('Restored unsaved text')).toBeVisible()
  await hasStatus(page, 'Saved')
  expect(await draftText(page)).toBe('Half a sentence')
})

test('keeps the text from two windows that were both edited offline', async ({ page, context }) => {
  await signUp(page, 'twofold')
  await page.goto('/blog/create')
  await writeArticle(page, 'In two windows', longEnough)
  const address = page.url()
  const windows = [await context.newPage(), await context.newPage()] as const
  for (const window of windows) {
    await window.goto(address)
    await expect(editorOf(window).text).toContainText(longEnough)
  }
  await context.setOffline(true)
  for (const [number, window] of windows.entries()) {
    await typeAtEnd(window, number === 0 ? ' Firstly.' : ' Secondly.')
    await hasStatus(window, 'Not saved – offline')
  }
  for (const window of windows) await crash(window)
  await context.setOffline(false)

  await page.goto(address)
  const { text, conflict } = editorOf(page)
  await expect(text).toContainText('Secondly.')
  await expect(conflict).toContainText('Firstly')
  await conflict.getByRole('button', { name: 'Use the other text' }).click()
  await expect(text).toContainText('Firstly.')
  await hasStatus(page, 'Saved')
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(text).toContainText('Secondly.')
})

test('asks before leaving a page with unsaved text, and restores the text', async ({ page, context }) => {
  await signUp(page, 'restless')
  await page.goto('/blog')
  await page.goto('/blog/create')
  await writeArticle(page, 'On the way out', longEnough)
  await typeAtEnd(page, ' Saved while leaving.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('/blog')
  await page.getByRole('link', { name: 'On the way out', exact: true }).click()
  await expect(editorOf(page).text).toContainText('Saved while leaving.')

  await context.setOffline(true)
  await typeAtEnd(page, ' Not saved.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(editorOf(page).text).toContainText('Not saved.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('/blog')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'On the way out', exact: true }).click()
  await expect(editorOf(page).text).toContainText('Not saved.')
  await hasStatus(page, 'Saved')
})

/** Crashes the page, so that it cannot send a final request. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  void devtools.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  await page.close()
}

/** Returns the copies of articles stored in this browser. */
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith('article-draft:') ? [String(text)] : [])),
  )

async function draftText(page: Page): Promise<string> {
  const key = new URL(page.url()).searchParams.get('draft')!
  const { content } = await callAs<{ content: string }>(page, 'GET', `/api/drafts/${key}`)
  return content
}
