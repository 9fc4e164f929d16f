import { expect, type Locator, type Page } from '@playwright/test'
import { layoutShiftOf } from './setup/faults.ts'
import { test } from './setup/journey.ts'
import { signInByForm, signOut, registerByForm } from './setup/members.ts'
import { openUntilQuiet } from './setup/open-until-quiet.ts'
import { pastePicture } from './setup/picture.ts'

test(
  'a newcomer registers, publishes a post with a pasted picture, reads it, likes it, edits it, and deletes it',
  { tag: '@phone' },
  async ({ page, browser, baseURL, isMobile }) => {
    await registerByForm(page, 'newcomer')

    const text = composerOf(page)
    await expect(text).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Preview' })).toBeVisible({ visible: !isMobile })
    await text.focus()
    await expect(page.getByRole('tab', { name: 'Preview' })).toBeVisible()
    await text.fill('Hello from a **newcomer**.\n\n')
    await pastePicture(text)
    await page.getByRole('dialog', { name: 'Insert image' }).getByRole('button', { name: 'Insert' }).click()
    await expect(page.getByText('Your image has been uploaded and inserted.')).toBeVisible()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText('Your post has been published successfully!')).toBeVisible()
    await expect(text).toHaveValue('')

    const card = page.getByRole('article').filter({ hasText: 'Hello from a newcomer.' })
    await expect(card.locator('strong', { hasText: 'newcomer' })).toBeVisible()
    await expect
      .poll(() => card.locator('img[src*="post-images"]').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0)

    await test.step('anyone can read the post without JavaScript, in the feed and on its own page', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      await expect
        .poll(async () => {
          await reader.goto('/')
          return reader.getByRole('article').filter({ hasText: 'Hello from a newcomer.' }).count()
        })
        .toBe(1)
      const source = await (await context.request.get('/')).text()
      expect(source).toContain('Hello from a <strong>newcomer</strong>.')
      await reader.goto(await addressOf(card))
      await expect(reader.getByText('Hello from a newcomer.')).toBeVisible()
      await expect(reader.locator('.e-content img')).toBeVisible()
      await context.close()
    })

    await test.step('like and unlike', async () => {
      const like = card.getByRole('button', { name: /^Like/ })
      await like.click()
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      await expect(like).toContainText('1')
      await openUntilQuiet(page, '/')
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      expect(await layoutShiftOf(page)).toBe(0)
      await like.click()
      await expect(like).toHaveAttribute('aria-pressed', 'false')
      await expect(like).toContainText('0')
    })

    await test.step('edit', async () => {
      await page.goto(await addressOf(card))
      await page.getByRole('link', { name: 'Edit' }).click()
      const edited = composerOf(page)
      await expect(edited).toHaveValue(/Hello from a/)
      await edited.fill('Edited by the **newcomer**.')
      await page.getByRole('button', { name: 'Update Post' }).click()
      await page.waitForURL(/\/post\/\d+$/)
      await expect(page.getByText('Edited by the newcomer.')).toBeVisible()
    })

    await test.step('delete', async () => {
      const address = page.url()
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('Are you sure you want to delete this post?')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL('/')
      await expect(page.getByText('Edited by the newcomer.')).toHaveCount(0)
      await expect.poll(async () => (await page.request.get(address)).status()).toBe(410)
    })

    await test.step('sign out and in again', async () => {
      await signOut(page)
      expect(await page.evaluate(() => localStorage.getItem('supabase_auth_token'))).toBeNull()
      await expect(composerOf(page)).toHaveCount(0)
      await signInByForm(page, 'newcomer')
      await expect(composerOf(page)).toBeVisible()
    })
  },
)

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Post content' })

/** Returns the id of the post on the card, taken from the link on its date. */
async function addressOf(card: Locator): Promise<string> {
  return (await card.locator('a[href^="/post/"]').first().getAttribute('href'))!
}
