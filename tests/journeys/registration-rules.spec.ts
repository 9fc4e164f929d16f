import { type Browser, expect, type Page } from '@playwright/test'
import { waitForHydration } from './setup/hydration.ts'
import { test } from './setup/journey.ts'
import { signIn, signOut } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { chooseRegistration, saveSettings } from './setup/site-settings.ts'

// Rejected registrations, and calls of an account that has not been approved.
test.use({ expectedFaults: ['status of 401', 'status of 403'] })

async function openKeeper(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  waitForHydration(page)
  await signIn(page, 'keeper')
  return page
}

async function fillRegistration(page: Page, username: string, email: string): Promise<void> {
  await page.goto('/login?tab=register')
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Full name' }).fill(`${username} Example`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a loom of their own')
}

test(
  'people register after approval, or with an address at certain domains, as readers, or not at all',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const keeper = await openKeeper(browser, baseURL)
    await chooseRegistration(keeper, 'Anyone, after approval')
    await saveSettings(keeper)

    await test.step('a new member waits until an administrator approves them', async () => {
      await fillRegistration(page, 'awaited', 'awaited@example.org')
      await expect(page.getByText('An administrator approves each new account')).toBeVisible()
      await hasNoFaults(page)
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
      await hasNoFaults(page)
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByText('No administrator has approved your account yet.')).toBeVisible()

      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      const lastCall = page.waitForResponse('**/auth/v1/user')
      await page.goto('/blog')
      await expect(page.getByRole('heading', { level: 1, name: 'Blog Posts' })).toBeVisible()
      await lastCall
      expect(new URL(page.url()).pathname).toBe('/blog')
      expect(refused).toEqual([])
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

      await keeper.goto('/admin/members?state=waiting')
      await expect(keeper.getByRole('button', { name: 'Approve @awaited' })).toBeVisible()
      await hasNoFaults(keeper)
      await keeper.getByRole('button', { name: 'Approve @awaited' }).click()
      await expect(keeper.getByText('@awaited is now a member')).toBeVisible()
      await page.getByRole('button', { name: 'Check again' }).click()
      await page.waitForURL('/')
      await signOut(page)
    })

    await test.step('the administrator names a domain, and makes new members readers', async () => {
      await chooseRegistration(keeper, 'People at certain email domains')
      await keeper.getByRole('button', { name: 'Save changes' }).click()
      await expect(keeper.getByText('Enter at least one domain')).toBeVisible()
      await hasNoFaults(keeper)
      await keeper.getByRole('textbox', { name: 'Domains' }).fill('loom.example, @weavers.example')
      await keeper.getByRole('switch', { name: 'New members may publish' }).click()
      await saveSettings(keeper)
    })

    await test.step('another domain is rejected without losing the typed text', async () => {
      await fillRegistration(page, 'reading', 'reading@example.org')
      await expect(page.getByText('an email address at loom.example or weavers.example')).toBeVisible()
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page.getByText('Use an email address at loom.example or weavers.example')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('reading')
      await hasNoFaults(page)
      await page.getByRole('textbox', { name: 'Email' }).fill('reading@weavers.example')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page.getByText('You’re signed in as reading Example')).toBeVisible()
      await expect(page.getByText('Registration successful')).toBeVisible()
      await page.goto('/compose')
      await expect(page.getByRole('heading', { name: 'You can’t publish' })).toBeVisible()
      await hasNoFaults(page)
    })

    await test.step('no one can register', async () => {
      await chooseRegistration(keeper, 'No one')
      await saveSettings(keeper)
      await page.goto('/robots.txt')
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login?tab=register')
      await expect(page.getByText('Registration is closed on this site.')).toBeVisible()
      await hasNoFaults(page)
    })

    await chooseRegistration(keeper, 'Anyone')
    await keeper.getByRole('switch', { name: 'New members may publish' }).click()
    await saveSettings(keeper)
    await keeper.context().close()
  },
)
