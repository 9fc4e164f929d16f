import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { forgetSession, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { chooseRegistration, saveSettings } from './setup/site-settings.ts'

// The last step opens an invitation link that has already been used.
test.use({ expectedFaults: ['status of 404'] })

test(
  'an administrator limits registration to people with an invitation link, and someone joins with one',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await signIn(page, 'keeper')
    await chooseRegistration(page, 'People with an invitation link')
    await saveSettings(page)

    await page.getByRole('link', { name: 'Manage invitation links' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('alertdialog').getByText('/login?tab=register').textContent()
    await hasNoFaults(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('article').first()).toContainText('For 1 person')
    await hasNoFaults(page)

    await forgetSession(page)
    await page.goto('/login?tab=register')
    await expect(page.getByText('You need an invitation to join this site')).toBeVisible()
    await hasNoFaults(page)

    await page.goto(link!)
    await expect(page.getByText('invited you to join')).toBeVisible()
    const username = isMobile ? 'invited-phone' : 'invited'
    await page.getByRole('textbox', { name: 'Username' }).fill(username)
    await page.getByRole('textbox', { name: 'Full name' }).fill('Invited Guest')
    await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill('the guest of the keeper')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('You’re signed in as Invited Guest')).toBeVisible()

    await forgetSession(page)
    await page.goto(link!)
    await expect(page.getByText('This invitation has expired, been revoked, or been used up')).toBeVisible()

    await signIn(page, 'keeper')
    await page.goto('/admin/invitations')
    await expect(page.getByRole('article').first()).toContainText(`@${username}`)
    await page.getByRole('link', { name: 'Invitation tree' }).click()
    await expect(page.getByRole('list', { name: 'Invited by @keeper' })).toContainText(`Invited Guest@${username}`)
    await hasNoFaults(page)
    await page.getByLabel('Name or username').fill('no one at all')
    const search = page.getByRole('search', { name: 'Search members' })
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('No results for “no one at all”')).toBeVisible()
    await chooseRegistration(page, 'Anyone')
    await saveSettings(page)
  },
)
