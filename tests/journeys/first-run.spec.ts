import { expect } from '@playwright/test'
import { startSite, temporaryDataDir } from '../support/site.ts'
import { test } from './setup/journey.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test('the owner of a new site registers, and the setup leads them through it', { tag: '@phone' }, async ({ page }) => {
  const { dataDir, remove } = temporaryDataDir()
  const site = await startSite(dataDir)
  try {
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Create the first account' }).click()
    await page.getByLabel('Full name').fill('Ada Archer')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a loom of my own')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your site' })).toBeVisible()
    await expect(page.getByText('0 of 8 steps done or skipped.')).toBeVisible()
    await hasNoFaults(page)

    await page.getByRole('button', { name: 'Skip: Import your posts' }).click()
    await expect(page.getByText('1 of 8 steps done or skipped.')).toBeVisible()
    await page.getByRole('link', { name: 'Name your site' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The Loom')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('All changes are saved')).toBeVisible()

    await page.goto(`${site.url}/admin`)
    await expect(page.getByText('6 steps left')).toBeVisible()
    await page.getByRole('link', { name: 'Set up your site' }).click()
    await expect(page.getByText('2 of 8 steps done or skipped.')).toBeVisible()
    await page.getByRole('button', { name: 'Skip the remaining steps' }).click()
    await expect(page.getByText('The Loom is set up.')).toBeVisible()
    await hasNoFaults(page)
    await page.getByRole('link', { name: 'View your site' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    await page.goto('about:blank') // stops loading the site’s code
  } finally {
    await site.stop()
    remove()
  }
})
