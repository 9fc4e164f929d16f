import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signIn, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// Expected errors: addresses that do not redirect, an address that redirects to itself, and a username that is taken.
test.use({ colorScheme: 'dark', expectedFaults: ['status of 404', 'status of 409'] })

test('an administrator finds an address that fails, redirects it, and follows the redirect', async ({ page }) => {
  await signIn(page, 'keeper')
  await page.goto('/admin/redirects')
  await page.getByRole('link', { name: 'Check old addresses' }).click()
  await page.getByRole('button', { name: 'Check addresses' }).click()
  await hasNoFaults(page)
  const source = page.getByLabel('Sitemap or addresses')
  await source.fill('https://old.example/projects\nhttps://old.example/2019/weaving.html')
  await page.getByRole('button', { name: 'Check addresses' }).click()
  await expect(page.getByText('1 of 2 addresses failed.')).toBeVisible()
  await hasNoFaults(page)

  await page.getByRole('link', { name: 'Add redirect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add redirect' })
  await expect(dialog.getByLabel('Old path')).toHaveValue(/2019\/weaving\.html$/)
  await dialog.getByLabel('New path or URL').fill('/2019/weaving.html')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox').and(page.locator('[aria-invalid=true]'))).toHaveCount(1)
  await hasNoFaults(page)
  await dialog.getByLabel('New path or URL').fill('/members')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Redirect added')).toBeVisible()
  await expect(page.getByText('/2019/weaving.html', { exact: true })).toBeVisible()
  await hasNoFaults(page)

  await page.goto('/2019/weaving.html')
  await expect(page).toHaveURL('/members')

  await test.step('the next check succeeds', async () => {
    await page.goto('/admin/redirects/check')
    await page.getByLabel('Sitemap or addresses').fill('https://old.example/2019/weaving.html')
    await page.getByRole('button', { name: 'Check addresses' }).click()
    await expect(page.getByText('The address is OK.')).toBeVisible()
  })

  await test.step('a deleted redirect no longer works', async () => {
    await page.goto('/admin/redirects')
    await page.getByRole('button', { name: 'Delete the redirect from /2019/weaving.html' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Redirect deleted')).toBeVisible()
    expect((await page.request.get('/2019/weaving.html')).status()).toBe(404)
  })
})

test('a member changes their username, and the former address redirects', async ({ page }) => {
  await signUp(page, 'loom-before')
  await page.goto('/settings/account')
  const field = page.getByLabel('New username')
  const change = page.getByRole('button', { name: 'Change username' })
  await field.fill('keeper')
  await change.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await hasNoFaults(page)
  await field.fill('loom-after')
  await change.click()
  await expect(page.getByText('You are now @loom-after.')).toBeVisible()
  await expect(page.getByText('Former usernames:')).toContainText('loom-before')
  await hasNoFaults(page)
  await page.goto('/profile/loom-before')
  await expect(page).toHaveURL('/profile/loom-after')
  await expect(page.getByText('@loom-after').first()).toBeVisible()
})
