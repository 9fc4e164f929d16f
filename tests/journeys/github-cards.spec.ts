import { expect } from '@playwright/test'
import { postWithPreviews } from '../support/github-previews.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test(
  'links to GitHub in a new post soon turn into preview cards and code',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signUp(page, 'cards')
    const { id } = await callAs<{ id: number }>(page, 'POST', '/api/posts', {
      content: postWithPreviews,
      categoryId: 1,
    })
    await page.goto(`/post/${id}`)
    await expect(async () => {
      await page.reload()
      await expect(page.locator('.link-card, .link-snippet')).toHaveCount(3, { timeout: 500 })
    }).toPass()
    const [repository, issue] = await page.locator('.link-card').all()
    await expect(repository!.getByRole('link', { name: 'octokit/hello-world' })).toBeVisible()
    await expect(repository!).toContainText('4,242 stars')
    await expect(issue!).toContainText('It greets no one when the list of names is empty')
    const snippet = page.locator('.link-snippet')
    await expect(snippet).toContainText('Lines 3 to 14 of octokit/hello-world at 1111111')
    await expect(snippet.getByRole('link', { name: 'Changed since' })).toBeVisible()
    await hasNoFaults(page)

    // The card's link and scrollable code are reachable by keyboard.
    await repository!.getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(issue!.getByRole('link')).toBeFocused()
    await snippet.locator('pre').focus()
    await expect(snippet.locator('pre')).toBeFocused()

    const withoutScripts = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
    const plain = await withoutScripts.newPage()
    await plain.goto('/')
    await expect(plain.locator('.link-card')).toHaveCount(2)
    await expect(plain.locator('.link-snippet pre')).toContainText("step3 = 'step number 3'")
    await withoutScripts.close()
  },
)
