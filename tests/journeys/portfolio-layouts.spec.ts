import { expect } from '@playwright/test'
import { addArticles, removeAddedArticles } from './setup/change-database.ts'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'
import { hasNoFaults, expectNoHorizontalScroll } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

const counts = [1, 5, 50]

test(
  'the portfolio’s layouts hold one, five, and fifty articles',
  { tag: '@phone' },
  async ({ page, browser, baseURL, site }) => {
    const context = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
    const reader = await context.newPage()
    await signIn(page, 'keeper')
    for (const layout of ['Column', 'Split', 'Tiles']) {
      await page.goto('/admin/settings')
      await page.getByRole('radio', { name: 'Portfolio' }).check()
      await page.getByRole('radio', { name: layout }).check()
      await saveSettings(page)
      let written = 0
      for (const count of counts)
        await test.step(`${layout} with ${count}`, async () => {
          await addArticles(site, 'keeper', { from: written + 1, to: count })
          written = count
          await expect(async () => {
            await reader.goto('/')
            await expect(reader.getByText(`Added article ${count}`, { exact: true })).toBeVisible({ timeout: 500 })
          }).toPass()
          await expect(reader.locator('.portfolio')).toHaveAttribute('data-layout', layout.toLowerCase())
          await expectNoHorizontalScroll(reader)
        })
      await hasNoFaults(reader)
      await removeAddedArticles(site)
    }
    await context.close()
    await page.goto('/admin/settings')
    await page.getByRole('radio', { name: 'Column' }).check()
    await page.getByRole('radio', { name: 'Feed' }).check()
    await saveSettings(page)
  },
)
