import { expect, type Page } from '@playwright/test'
import { codeOf } from './setup/app-code.ts'
import { waitForHydration } from './setup/hydration.ts'
import { test } from './setup/journey.ts'
import { callAs, signIn, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

// Calls that are rejected until the member has a second factor.
test.use({ expectedFaults: ['status of 403'] })

async function requireFor(page: Page, who: string): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('combobox', { name: 'Require two-factor authentication for' }).selectOption({ label: who })
  await saveSettings(page)
}

const isOnTop = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Sets up an authenticator app on the open security settings. */
async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('App name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByLabel('Secret').innerText()).replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill(await codeOf(secret, 0))
  await page.getByRole('button', { name: 'Add app' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

test(
  'an administrator requires a second factor for writers, who set it up before they can publish again',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const keeper = await context.newPage()
    waitForHydration(keeper)
    await signIn(keeper, 'keeper')
    await keeper.goto('/settings/security')
    await setUpApp(keeper)
    await requireFor(keeper, 'Administrators, moderators, and writers')
    await hasNoFaults(keeper)

    await signUp(page, 'unguarded')
    await page.goto('/blog/create')
    await expect(page).toHaveURL('/settings/security?next=%2Fblog%2Fcreate')
    await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible()
    await hasNoFaults(page)
    await expect(callAs(page, 'POST', '/api/posts', { content: 'Too early' })).rejects.toThrow('second_factor_required')
    await page.goto('/')
    await expect(page.getByText('Until you set it up, you can read, but not change anything.')).toBeVisible()
    await hasNoFaults(page)
    await test.step('the notice does not cover the bar with unsaved changes', async () => {
      await page.goto('/settings/cv')
      await page.getByRole('switch', { name: 'Publish my CV' }).click()
      await expect(page.getByText('Until you set it up, you can read, but not change anything.')).toBeVisible()
      // Without Playwright's actions, which scroll until the button is uncovered.
      await expect.poll(() => page.getByRole('button', { name: 'Save CV' }).evaluate(isOnTop)).toBe(true)
      await expect(page.getByText('Until you set it up, you can read')).not.toBeInViewport()
      await page.getByRole('button', { name: 'Discard changes' }).click()
    })
    await page.goto('/blog/create')
    await page.getByRole('main').getByRole('link', { name: 'Set up' }).click()
    await expect(page).toHaveURL('/settings/security?next=%2Fblog%2Fcreate')
    await setUpApp(page)
    await expect(page.getByText('You have full access again.')).toBeVisible()
    await hasNoFaults(page)
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/blog/create')
    await callAs(page, 'POST', '/api/posts', { content: 'Guarded now' })

    await requireFor(keeper, 'No one')
    await keeper.goto('/settings/security')
    await keeper.getByRole('button', { name: 'Remove: My phone' }).click()
    await keeper.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(keeper.getByText('You now sign in with only your password.')).toBeVisible()
    await context.close()
  },
)
