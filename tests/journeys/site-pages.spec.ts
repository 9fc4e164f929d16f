import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// Expected errors: URLs that have no page.
test.use({ expectedFaults: ['status of 404'] })

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })

test(
  'an administrator publishes /now, and visitors find it in the navigation without JavaScript',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'keeper')
    await page.goto('/admin/pages')
    await page.getByRole('link', { name: 'Add page' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Settings')
    await expect(page.getByText('/settings is already used by this site.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Now')
    await textOf(page).fill('## Reading\n\nA book about **looms**.')

    await test.step('a reload loses no typed text', async () => {
      await page.reload()
      await expect(page.getByText('Restored unsaved changes')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('now')
      await expect(textOf(page)).toContainText('A book about')
      await hasNoFaults(page)
    })

    await page.getByRole('switch', { name: 'Show in navigation' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL('/now')
    await expect(page.getByRole('heading', { name: 'Reading' })).toBeVisible()
    await hasNoFaults(page)

    await test.step('visitors without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
      const reader = await context.newPage()
      const link = reader.locator('nav[aria-label="Site pages"] a')
      await expect
        .poll(async () => {
          await reader.goto('/blog')
          return link.allTextContents()
        })
        .toEqual(['Now'])
      expect(await link.getAttribute('href')).toBe('/now')
      await reader.goto('/now')
      await expect(reader.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible()
      await expect(reader.locator('.e-content strong')).toHaveText('looms')
      await context.close()
    })

    await test.step('an internal link opens the page without a full page load', async () => {
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Now' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible()
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    })

    await test.step('the former URL redirects to the new one, and deleting the page removes both', async () => {
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Address' }).fill('today')
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page).toHaveURL('/today')
      await page.goto('/now')
      await expect(page).toHaveURL('/today')
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page).toHaveURL('/admin/pages')
      await expect(page.getByText('No pages yet')).toBeVisible()
      await hasNoFaults(page)
    })
  },
)
