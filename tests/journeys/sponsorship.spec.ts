import { expect, type Locator, type Page } from '@playwright/test'
import path from 'node:path'
import { test } from './setup/journey.ts'
import { signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

const patreon = path.join(import.meta.dirname, '../fixtures/sponsors/patreon.csv')
const toast = (page: Page, title: string) => page.locator('.toasts').getByText(title, { exact: true })

/** Checks that the toast in the dialog covers none of its buttons once it is scrolled to its end. */
async function hasNoCoveredButtons(dialog: Locator): Promise<void> {
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const covered = await dialog.evaluate((element) => {
    const toast = element.querySelector('.toast')!.getBoundingClientRect()
    return [...element.querySelectorAll('button:not(.toast *)')]
      .filter((button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect()
        return top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left
      })
      .map((button) => button.textContent)
  })
  expect(covered).toEqual([])
}

/** Activates a control with the keyboard. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

test(
  'a member sets a goal, edits tiers by keyboard, and imports sponsors, and visitors see the page without JavaScript',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    test.slow()
    const name = 'asks'
    await page.goto('/sponsorship')
    await expect(page).toHaveURL(/\/login/)
    await signUp(page, name)
    await page.goto('/sponsorship')
    await expect(page.getByRole('heading', { name: 'Manage Sponsorship Page', level: 1 })).toBeVisible()

    await press(page.getByRole('button', { name: 'Create Goal' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Goal Title').fill('A day a week')
    await press(dialog.getByRole('button', { name: 'Create Goal' }))
    await expect(toast(page, 'Required Fields')).toBeVisible()
    await hasNoCoveredButtons(dialog)
    await dialog.getByLabel('Monthly Goal Amount ($)').fill('10.5')
    await dialog.getByLabel('Monthly Goal Amount ($)').press('Enter')
    await expect(toast(page, 'Invalid Amount')).toBeVisible()
    await expect(dialog.getByLabel('Goal Title')).toHaveValue('A day a week')
    await hasNoFaults(page)
    await dialog.getByLabel('Monthly Goal Amount ($)').fill('40')
    await dialog.getByLabel('Monthly Goal Amount ($)').press('Enter')
    await expect(toast(page, 'Goal Created')).toBeVisible()
    await expect(page.getByText('$0 of $40').first()).toBeVisible()
    await press(page.getByRole('button', { name: 'Edit Goal' }))
    await dialog.getByLabel('Raised so far ($)').fill('100')
    await press(dialog.getByRole('button', { name: 'Update Goal' }))
    await expect(toast(page, 'Goal Updated')).toBeVisible()
    await expect(page.getByText('$100 of $40').first()).toBeVisible()
    await expect(page.getByRole('progressbar').first()).toHaveAttribute('value', '100')

    await press(page.getByRole('button', { name: 'Add Tier' }))
    await dialog.getByLabel('Tier Name').fill('Patron')
    await dialog.getByLabel('Monthly Amount ($)').fill('1e3')
    await dialog.getByLabel('Benefits').fill(' First \n\nSecond')
    await press(dialog.getByRole('button', { name: 'Create Tier' }))
    await expect(toast(page, 'Invalid Amount')).toBeVisible()
    await expect(dialog.getByLabel('Monthly Amount ($)')).toBeFocused()
    await dialog.getByLabel('Monthly Amount ($)').fill('12.50')
    await press(dialog.getByRole('button', { name: 'Create Tier' }))
    await expect(toast(page, 'Tier Created')).toBeVisible()
    const tier = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Patron' }) })
    await expect(tier).toContainText('$12.50/mo')
    await expect(tier).toContainText('Premium')
    await expect(tier).toContainText('No description provided.')
    await expect(page.getByText('Tiers starting at $12.50/mo')).toBeVisible()
    await press(tier.getByRole('button', { name: 'Edit Patron' }))
    await expect(dialog.getByLabel('Benefits')).toHaveValue('First\nSecond')
    await dialog.getByLabel('Monthly Amount ($)').fill('9.99')
    await press(dialog.getByRole('button', { name: 'Update Tier' }))
    await expect(toast(page, 'Tier Updated')).toBeVisible()
    await expect(tier).toContainText('Basic')
    await press(page.getByRole('button', { name: 'Add Tier' }))
    await dialog.getByLabel('Tier Name').fill('Short-lived')
    await dialog.getByLabel('Monthly Amount ($)').fill('50')
    await dialog.getByLabel('Monthly Amount ($)').press('Enter')
    await expect(dialog).toBeHidden() // the tier is listed before its dialog closes
    await press(page.getByRole('button', { name: 'Delete Short-lived' }))
    await expect(page.getByRole('alertdialog')).toContainText('“Short-lived”')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expect(toast(page, 'Tier Deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Short-lived' })).toHaveCount(0)

    await page.getByRole('tab', { name: /Sponsor Tiers/ }).focus()
    await page.keyboard.press('ArrowRight')
    await press(page.getByRole('button', { name: 'Import CSV' }))
    await dialog.getByLabel('CSV file').setInputFiles(patreon)
    await press(dialog.getByRole('button', { name: 'Import', exact: true }))
    await expect(dialog.getByText('Patreon: 3 added, 0 changed, 0 unchanged, 0 ended.')).toBeVisible()
    await expect(dialog.getByText('Line 8: not a paying member')).toBeVisible()
    await hasNoFaults(page)
    await press(dialog.getByRole('button', { name: 'Done' }))
    await press(page.getByRole('button', { name: 'Add Sponsor' }))
    await dialog.getByRole('switch', { name: 'Private' }).press('Space')
    await dialog.getByLabel('Monthly amount ($)').fill('7')
    await press(dialog.getByRole('button', { name: 'Add Sponsor' }))
    await expect(toast(page, 'Sponsor Added')).toBeVisible()
    const ines = page.getByRole('article').filter({ hasText: 'Ines Ferreira' })
    await expect(ines).toContainText('$10/mo')
    await expect(ines).toContainText('Since November 2023')
    await expect(page.getByRole('article').filter({ hasText: 'Private sponsor' })).toContainText('$7/mo')
    await expect(page.getByRole('article').filter({ hasText: 'Jürgen Groß' })).toContainText('$5/mo')
    await hasNoFaults(page)

    await page.getByRole('link', { name: 'View Your Public Page' }).click()
    await expect(page).toHaveURL(new RegExp(`/sponsor/${name}$`))
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled })
      const visitor = await context.newPage()
      await visitor.goto(`/sponsor/${name}`)
      await expect(visitor.getByRole('heading', { name: /^Sponsor /, level: 1 })).toBeVisible()
      await expect(visitor.getByText('$100 of $40')).toBeVisible()
      await expect(visitor.getByText('$9.99/mo', { exact: true })).toBeVisible()
      await expect(visitor.getByRole('heading', { name: '4 sponsors' })).toBeVisible()
      await expect(visitor.getByText('Developer Advocate')).toBeVisible()
      await context.close()
    }

    await page.goto('/sponsorship')
    await press(page.getByRole('button', { name: 'Delete Goal' }))
    await expect(page.getByRole('alertdialog')).toContainText('“A day a week”')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
    await expect(toast(page, 'Goal Deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Goal' })).toBeVisible()
  },
)
