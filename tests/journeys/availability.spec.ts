import { expect, type Page } from '@playwright/test'
import { waitForHydration } from './setup/hydration.ts'
import { test } from './setup/journey.ts'
import { signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

const mark = (page: Page) => page.getByRole('main').getByText('Available for work', { exact: true })

async function chooseHome(page: Page, home: 'Portfolio' | 'Feed'): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('radio', { name: home }).check()
  await saveSettings(page)
}

test(
  'the owner says what they are available for, which visitors see on the profile and the portfolio until it is removed',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'keeper')
    await chooseHome(page, 'Portfolio')
    const context = await browser.newContext({ baseURL: baseURL!, viewport: page.viewportSize() })
    const visitor = await context.newPage()
    waitForHydration(visitor)
    const places = ['/', '/profile/keeper']
    for (const path of places) {
      await visitor.goto(path)
      await expect(mark(visitor)).toHaveCount(0)
    }

    await page.goto('/settings')
    const isAvailable = page.getByRole('switch', { name: 'Show that I’m available for work' })
    const save = page.getByRole('button', { name: 'Save availability' })
    await expect(isAvailable).not.toBeChecked()
    await isAvailable.click()
    await page.getByLabel('What for').fill('Freelance weaving from May')
    await page.getByLabel('Link', { exact: true }).fill('loom.example/hire')
    await save.click()
    await expect(page.getByLabel('Link', { exact: true })).toBeFocused()
    await hasNoFaults(page)
    await page.getByLabel('Link', { exact: true }).fill('https://loom.example/hire')
    await save.click()
    await expect(page.getByText('Your profile shows that you’re available')).toBeVisible()

    for (const path of places)
      await test.step(`visitors see it at ${path}`, async () => {
        await visitor.goto(path)
        await expect(mark(visitor)).toBeVisible()
        const link = visitor.getByRole('main').getByRole('link', { name: 'Freelance weaving from May' })
        await expect(link).toHaveAttribute('href', 'https://loom.example/hire')
        await hasNoFaults(visitor)
      })

    await page.reload()
    await expect(isAvailable).toBeChecked()
    await expect(page.getByLabel('What for')).toHaveValue('Freelance weaving from May')
    await isAvailable.click()
    await save.click()
    await expect(page.getByText('Your profile no longer shows availability')).toBeVisible()
    for (const path of places) {
      await visitor.goto(path)
      await expect(mark(visitor)).toHaveCount(0)
    }
    await context.close()
    await chooseHome(page, 'Feed')
  },
)
